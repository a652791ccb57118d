// Shows a message outside the window: through the shell when there is one, else as the browser's notification.
import { showNotification } from '#bridge/notification-channels.ts'
import { hasShell, send } from '#platform/device/bridge.ts'

/** Characters of a message that a notification is given. */
const longestBody = 1_000

export interface Announcement {
  title: string
  body: string
  /** Address in the console that it leads to. */
  path: string
  /** Later announcements of the same ticket take the place of earlier ones. */
  ticket: { id: number; uuid: string }
  picture: string | null
  /** True for a ticket that the person may answer. */
  canReply: boolean
}

/** Whether the person could still be asked to allow notifications. */
export const mayAskToAnnounce = (): boolean =>
  !hasShell() && 'Notification' in window && Notification.permission === 'default'

/** Asks for the permission; has to follow a press of a button. */
export async function askToAnnounce(): Promise<void> {
  await Notification.requestPermission()
}

/** Announces a message silently; the sound is the console's own. `open` is called when it is pressed. */
export function announceMessage(announcement: Announcement, open: (path: string) => void): void {
  const { ticket, ...words } = announcement
  if (hasShell()) {
    const body = words.body.slice(0, longestBody)
    return send(showNotification, { ...words, body, ticket: ticket.uuid, ticketId: ticket.id })
  }
  const { title, body, path } = words
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const shown = new Notification(title, { body, tag: `ticket ${ticket.id}`, silent: true })
  shown.onclick = () => {
    window.focus()
    open(path)
    shown.close()
  }
}
