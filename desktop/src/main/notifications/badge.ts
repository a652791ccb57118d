// The number of unread conversations on the dock, the launcher or the task bar.
import { app, nativeImage, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { Say } from '../platform/texts.ts'

/** Shows a number, or nothing for 0. Windows has a picture over the icon in the task bar, the others a number. */
export function showBadge(count: number, window: BrowserWindow | undefined, icons: string, say: Say): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count)
    return
  }
  const name = `overlay-${count > 9 ? 'many' : count}.png`
  const image = count === 0 ? null : nativeImage.createFromPath(join(icons, name))
  window?.setOverlayIcon(image, count === 0 ? '' : say(count === 1 ? 'unreadOne' : 'unreadMany', { count }))
}
