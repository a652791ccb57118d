// Shows a message outside the window: through the shell when there is one, else as the browser's notification.
import { bridge } from '#platform/bridge.ts'

export interface Announcement {
  title: string
  body: string
  /** Address in the console that it leads to. */
  path: string
  /** Later announcements of the same thing take the place of earlier ones. */
  tag: string
}

/** Whether the person could still be asked to allow notifications. */
export const mayAskToAnnounce = (): boolean =>
  bridge()?.notify === undefined && 'Notification' in window && Notification.permission === 'default'

/** Asks for the permission; has to follow a press of a button. */
export const askToAnnounce = async (): Promise<void> => {
  await Notification.requestPermission()
}

/** Announces a message silently; the sound is the console's own. `open` is called when it is pressed. */
export const announceMessage = ({ title, body, path, tag }: Announcement, open: (path: string) => void): void => {
  const notify = bridge()?.notify
  if (notify) return notify({ title, body, path, silent: true })
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const shown = new Notification(title, { body, tag, silent: true })
  shown.onclick = () => {
    window.focus()
    open(path)
    shown.close()
  }
}
