// Whether notifications keep quiet for a while; decided in the tray or in the settings of the app.
import { create } from 'zustand'
import { pauseChanged } from '#bridge/notification-channels.ts'
import { onNotice, shellStart } from './bridge.ts'

interface PauseState {
  /** Milliseconds since 1970; null when nothing is paused. */
  until: number | null
}

export const usePause = create<PauseState>(() => ({ until: null }))

/** True while sounds and notifications keep quiet. */
export const isPaused = (now = Date.now()): boolean => (usePause.getState().until ?? 0) > now

/** Follows the shell; has to be called once it is connected. */
export function followPause(): void {
  usePause.setState({ until: shellStart()?.pausedUntil ?? null })
  onNotice(pauseChanged, ({ until }) => usePause.setState({ until }))
}
