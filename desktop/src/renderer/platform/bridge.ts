// The shell's bridge, when the console runs inside it; everything works without one.

/** What the console uses of the shell. Every part is optional, so that an older shell still runs a newer console. */
export interface ShellBridge {
  serverAddress?: string
  /** Unread conversations, shown on the tray and the dock. */
  setBadge?: (count: number) => void
  notify?: (notice: { title: string; body: string; path: string; silent?: boolean }) => void
  /** Calls back with the path of a notification or deep link that was opened; returns the way to stop. */
  onOpenPath?: (fn: (path: string) => void) => () => void
}

declare global {
  interface Window {
    guiche?: ShellBridge
  }
}

/** The shell's bridge, or undefined in a plain browser. */
export const bridge = (): ShellBridge | undefined => window.guiche
