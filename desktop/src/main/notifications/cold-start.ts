// Clicks on notifications of an app that was not running: Windows and macOS start it and say which one it was.
import { Notification } from 'electron'
import { z } from 'zod'
import type { Log } from '../platform/log.ts'

interface Reactions {
  /** The id of a notification begins with that of its conversation. */
  open(ticket: string): void
  reply(ticket: string, text: string): void
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Windows: what started the app, and what is pressed of notifications that this start did not show. */
function onWindowsNotifications({ open, reply }: Reactions): void {
  return Notification.handleActivation((details) => {
    const ticket = uuid.exec(details.arguments)?.[0]
    if (ticket === undefined) return
    if (details.type === 'reply') reply(ticket, details.reply ?? '')
    else open(ticket)
  })
}

/** What macOS hands to the ready app of the notification that started it. */
const response = z.object({ identifier: z.string(), userText: z.string().optional() })

function followStart({ open, reply }: Reactions, launchInfo: unknown): void {
  const { data } = response.safeParse(launchInfo)
  const ticket = uuid.exec(data?.identifier ?? '')?.[0]
  if (ticket === undefined) return
  if (data?.userText) reply(ticket, data.userText)
  else open(ticket)
}

/** The system's own object answers a click as long as this one lives. */
const restored: Notification[] = []

/** macOS: notifications of an earlier start are taken up again. */
async function onMacNotifications({ open, reply }: Reactions): Promise<void> {
  for (const notification of await Notification.getHistory()) {
    const ticket = uuid.exec(notification.id)?.[0]
    if (ticket === undefined) continue
    restored.push(notification)
    notification.on('click', () => open(ticket))
    notification.on('reply', (details) => reply(ticket, details.reply))
  }
}

/** Listens for notifications that outlived the app; `launchInfo` is what `ready` came with. Linux keeps none. */
export function onEarlierNotifications(
  platform: NodeJS.Platform,
  reactions: Reactions,
  launchInfo: unknown,
  log: Log
): void {
  if (platform === 'win32') onWindowsNotifications(reactions)
  if (platform === 'darwin') {
    followStart(reactions, launchInfo)
    onMacNotifications(reactions).catch((error: unknown) =>
      log.warn('old notifications not read', { error: String(error) })
    )
  }
}
