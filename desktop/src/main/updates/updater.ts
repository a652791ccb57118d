// Updates: looked for now and then, fetched quietly, installed when the person says so or leaves, never in between.
import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { BusyReason, OffReason, UpdateProblem, UpdateState } from '#bridge/update-channels.ts'
import { factsOf, type Log } from '../app/log.ts'
import { readNotes } from './release-notes.ts'

/** Milliseconds after the start, between looks, and after one that failed. */
const first = 60_000
const interval = 4 * 3_600_000
const afterFailure = 30 * 60_000
/** Milliseconds between looks at the clock: a timer over hours would not notice that the computer slept. */
const tick = 60_000

type Engine = Pick<AppUpdater, 'checkForUpdates' | 'quitAndInstall' | 'on' | 'autoInstallOnAppQuit'>

export interface Updates {
  state(): UpdateState
  check(): Promise<UpdateState>
  /** What a restart would break off just now. */
  setBusy(reasons: readonly BusyReason[]): void
  install(): 'installing' | 'busy' | 'not-ready' | 'failed'
}

interface Parts {
  /** Where updates come from, or why there are none. */
  source: { feed: string } | { why: OffReason }
  /** Sets electron-updater up; called when it is needed first. */
  open: (feed: string) => Promise<Engine>
  /** False where installing asks for a password, which nobody expects on leaving. */
  mayInstallOnQuit: boolean
  /** False when there is no page that could be busy. */
  isPagePresent: () => boolean
  onChange: (state: UpdateState) => void
  log: Log
  now?: () => number
}

function problemOf(error: unknown): UpdateProblem {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'damaged'
  const isOnTheWay = message.startsWith('net::') || /^(?:HTTP_|ECONN|ENOTFOUND|EAI_|ETIMEDOUT)/.test(code)
  return isOnTheWay || code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' ? 'unreachable' : 'failed'
}

function noUpdates(why: OffReason): Updates {
  return {
    state: () => ({ kind: 'off', why }),
    check: () => Promise.resolve({ kind: 'off', why }),
    setBusy: () => undefined,
    install: () => 'not-ready'
  }
}

/** Starts to look for updates, unless there are none for this copy. */
export function createUpdates(parts: Parts): Updates {
  const { source, open, mayInstallOnQuit, isPagePresent, onChange, log, now = Date.now } = parts
  if ('why' in source) return noUpdates(source.why)
  // Computers that are switched on at the same hour do not all ask at the same minute.
  const spread = (time: number): number => time * (0.75 + Math.random() * 0.5)
  let state: UpdateState = { kind: 'idle', checkedAt: null, problem: null }
  let busy: readonly BusyReason[] = []
  let isInstalling = false
  let dueAt = now() + spread(first)

  const become = (next: UpdateState): void => {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    if (next.kind !== state.kind) log.info('update', { state: next.kind })
    state = next
    onChange(state)
  }
  const rest = (problem: UpdateProblem | null): void => {
    dueAt = now() + spread(problem === null ? interval : afterFailure)
    become({ kind: 'idle', checkedAt: now(), problem })
  }

  const listen = (engine: Engine): void => {
    engine.on('update-available', ({ version }: UpdateInfo) => {
      engine.autoInstallOnAppQuit = mayInstallOnQuit
      const isFetched = state.kind === 'ready' && state.version === version
      if (!isFetched) become({ kind: 'downloading', version, percent: 0 })
    })
    engine.on('download-progress', ({ percent }: ProgressInfo) => {
      if (state.kind === 'downloading') become({ ...state, percent: Math.floor(percent) })
    })
    engine.on('update-downloaded', ({ version, releaseNotes }: UpdateInfo) => {
      dueAt = now() + spread(interval)
      become({ kind: 'ready', version, notes: readNotes(releaseNotes), isDoneOnQuit: mayInstallOnQuit })
    })
    engine.on('update-not-available', () => {
      // What was fetched before has been taken back since.
      engine.autoInstallOnAppQuit = false
      rest(null)
    })
    engine.on('error', (error) => {
      log.warn('update failed', factsOf(error))
      // What is ready stays so: no password given, no network for the next look.
      if (state.kind === 'ready') {
        dueAt = now() + spread(afterFailure)
        // Whoever waits for the restart waits no longer.
        if (isInstalling) onChange(state)
      } else rest(problemOf(error))
      isInstalling = false
    })
  }

  let engine: Engine | undefined
  /** electron-updater takes a second download for the first as long as that one runs. */
  let fetching: Promise<unknown> | undefined
  const look = async (): Promise<void> => {
    if (engine === undefined) {
      engine = await open(source.feed)
      listen(engine)
    }
    await fetching
    if (state.kind === 'idle') become({ kind: 'checking' })
    try {
      const found = await engine.checkForUpdates()
      // electron-updater has decided by itself that this is no place for updates.
      if (found === null && state.kind === 'checking') become({ kind: 'off', why: 'not-installed' })
      // How it goes is told by events.
      fetching = found?.downloadPromise?.catch(() => undefined)
    } catch {
      // Told by the event.
    }
  }
  let looking: Promise<void> | undefined
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  setInterval(() => {
    if (state.kind !== 'off' && state.kind !== 'downloading' && now() >= dueAt) void lookOnce()
  }, tick).unref()

  return {
    state: () => state,
    check: async () => {
      if (state.kind === 'idle' || state.kind === 'ready') await lookOnce()
      return state
    },
    setBusy: (reasons) => {
      busy = reasons
    },
    install: () => {
      if (state.kind !== 'ready' || engine === undefined || isInstalling) return 'not-ready'
      if (busy.length > 0 && isPagePresent()) return 'busy'
      isInstalling = true
      log.info('installing update', { version: state.version })
      // Without questions, and the app starts again.
      engine.quitAndInstall(true, true)
      return isInstalling ? 'installing' : 'failed'
    }
  }
}
