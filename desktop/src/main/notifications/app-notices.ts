// What the app has to say of itself while nobody looks at its window.
import type { Say } from '../platform/texts.ts'
import type { Settings } from '../platform/settings.ts'

export interface AppNotices {
  /** The window is gone into the tray; said once on a computer. */
  explainTray(): void
  /** The login cannot be read; said once a start, and not over a window that says it itself. */
  sayLocked(): void
  /** A reply waits for its writer to sign in again. */
  sayWaiting(text: string): void
  /** A reply goes nowhere. */
  sayRefused(text: string): void
}

interface Parts {
  settings: Settings
  say: Say
  isWindowVisible: () => boolean
  show: (title: string, text: string) => void
}

export function createAppNotices({ settings, say, isWindowVisible, show }: Parts): AppNotices {
  let isLockSaid = false
  return {
    explainTray: () => {
      if (settings.read('knowsTray')) return
      settings.write('knowsTray', true)
      show(say('trayTitle'), say('trayText'))
    },
    sayLocked: () => {
      // Without a window the desk would be silent for no visible reason.
      if (isLockSaid || isWindowVisible()) return
      isLockSaid = true
      show(say('lockedTitle'), say('lockedText'))
    },
    sayWaiting: (text) => show(say('replyWaits'), text),
    sayRefused: (text) => show(say('replyRefused'), text)
  }
}
