// Updates of the desktop app as the console shows them; in a browser there are none.
import { create } from 'zustand'
import {
  checkForUpdate,
  installUpdate,
  readUpdate,
  reportBusy,
  updateChanged,
  type UpdateState
} from '#bridge/update-channels.ts'
import { invoke, hasShell, onNotice, send } from './bridge.ts'

/** Milliseconds for which an update that was put off is not mentioned again. */
const quiet = 24 * 3_600_000

interface Updates {
  /** Null in a browser, and until the shell has told. */
  update: UpdateState | null
  /** The version that was put off, and until when. */
  later: { version: string; until: number } | null
  isInstalling: boolean
}

export const useUpdates = create<Updates>(() => ({ update: null, later: null, isInstalling: false }))

const take = (update: UpdateState): void => useUpdates.setState({ update, isInstalling: false })

/** Hears of updates from now on. An older shell knows none. */
export function followUpdates(): void {
  if (!hasShell()) return
  onNotice(updateChanged, take)
  // This page has nothing to lose yet, whatever the one before it said.
  send(reportBusy, [])
  invoke(readUpdate).then(take, () => undefined)
}

export const lookForUpdate = async (): Promise<void> => take(await invoke(checkForUpdate))

/** Restarts into the new version. The shell refuses while something would be broken off. */
export async function restartIntoUpdate(): Promise<void> {
  useUpdates.setState({ isInstalling: true })
  const isUnderWay = await invoke(installUpdate).then(
    (answer) => answer === 'installing',
    () => false
  )
  if (!isUnderWay) useUpdates.setState({ isInstalling: false })
}

/** Puts the version off that is ready. */
export function putOffUpdate(): void {
  return useUpdates.setState(({ update, later }) => ({
    later: update?.kind === 'ready' ? { version: update.version, until: Date.now() + quiet } : later
  }))
}
