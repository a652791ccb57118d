// Clicks on notifications of an app that was not running: Windows and macOS start it and say which one it was.
import { Notification } from 'electron'
import type { Log } from './log.ts'

interface Reactions {
  /** The id of a notification is that of its conversation. */
  open(ticket: string): void
  reply(ticket: string, text: string): void
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Windows: what started the app, and what is pressed of notifications that this start did not show. */
const hearWindows = ({ open, reply }: Reactions): void =>
  Notification.handleActivation((details) => {
    const ticket = uuid.exec(details.arguments)?.[0]
    if (ticket === undefined) return
    if (details.type === 'reply') reply(ticket, details.reply ?? '')
    else open(ticket)
  })

/** macOS: notifications of an earlier start are taken up again. */
const hearMac = async ({ open, reply }: Reactions): Promise<void> => {
  for (const notification of await Notification.getHistory()) {
    const ticket = uuid.exec(notification.id)?.[0]
    if (ticket === undefined) continue
    notification.on('click', () => open(ticket))
    notification.on('reply', (details) => reply(ticket, details.reply))
  }
}

/** Listens for notifications that outlived the app. Linux keeps none. */
export const hearOldNotifications = (platform: NodeJS.Platform, reactions: Reactions, log: Log): void => {
  if (platform === 'win32') hearWindows(reactions)
  if (platform === 'darwin') {
    hearMac(reactions).catch((error: unknown) => log.warn('old notifications not read', { error: String(error) }))
  }
}
