// Shows outside the window that a number has lost WhatsApp: through the shell when there is one, else as the browser's notification.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { showStatusNotification } from '#bridge/notification-channels.ts'
import { hasShell, send } from '#platform/device/bridge.ts'

interface OutageNotice {
  connectionId: number
  title: string
  body: string
}

const path = pages.connections

/** Silent, and not while the window is in front of the person; `open` is called when it is pressed. */
export function announceOutage({ connectionId, title, body }: OutageNotice, open: (path: string) => void): void {
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const about = `connection ${connectionId}`
  if (hasShell()) return send(showStatusNotification, { about, title, body, path })
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const shown = new Notification(title, { body, tag: about, silent: true })
  shown.onclick = () => {
    window.focus()
    open(path)
    shown.close()
  }
}
