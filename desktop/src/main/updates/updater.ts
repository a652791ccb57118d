// Updates: looked for now and then, fetched quietly, installed when the person says so or leaves, never in between.
import type { AppUpdater } from 'electron-updater'
import type { BusyReason, OffReason, UpdateProblem, UpdateState } from '#bridge/update-channels.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { readNotes } from './release-notes.ts'
import { beginSearch, isLookDue, stepUpdate, type UpdateEvent } from './update-machine.ts'

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

function listen(engine: Engine, apply: (event: UpdateEvent) => void, log: Log): void {
  engine.on('update-available', ({ version }) => apply({ kind: 'found', version }))
  engine.on('download-progress', ({ percent }) => apply({ kind: 'progressed', percent }))
  engine.on('update-downloaded', ({ version, releaseNotes }) =>
    apply({ kind: 'fetched', version, notes: readNotes(releaseNotes) })
  )
  engine.on('update-not-available', () => apply({ kind: 'nothing-new' }))
  engine.on('error', (error) => {
    log.warn('update failed', factsOf(error))
    apply({ kind: 'failed', problem: problemOf(error) })
  })
}

/** Lets work run once at a time: whoever asks meanwhile shares it. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Starts to look for updates, unless there are none for this copy. */
export function createUpdates(parts: Parts): Updates {
  const { source, open, mayInstallOnQuit, isPagePresent, onChange, log, now = Date.now } = parts
  if ('why' in source) return noUpdates(source.why)
  const settings = { now, random: Math.random, mayInstallOnQuit }
  let search = beginSearch(settings)
  let busy: readonly BusyReason[] = []
  let engine: Engine | undefined
  /** electron-updater takes a second download for the first as long as that one runs. */
  let fetching: Promise<unknown> | undefined

  const apply = (event: UpdateEvent): void => {
    const before = search.shown
    const step = stepUpdate(search, event, settings)
    search = step.search
    if (engine !== undefined && step.installsOnQuit !== undefined) engine.autoInstallOnAppQuit = step.installsOnQuit
    if (search.shown.kind !== before.kind) log.info('update', { state: search.shown.kind })
    if (step.isRepeated || JSON.stringify(search.shown) !== JSON.stringify(before)) onChange(search.shown)
  }
  const look = shared(async () => {
    if (engine === undefined) {
      engine = await open(source.feed)
      listen(engine, apply, log)
    }
    await fetching
    apply({ kind: 'look-begun' })
    try {
      const found = await engine.checkForUpdates()
      if (found === null) apply({ kind: 'unsupported' })
      // How it goes is told by events.
      fetching = found?.downloadPromise?.catch(() => undefined)
    } catch {
      // Told by the event.
    }
  })
  setInterval(() => {
    if (isLookDue(search, now())) void look()
  }, tick).unref()

  return {
    state: () => search.shown,
    check: async () => {
      if (search.shown.kind === 'idle' || search.shown.kind === 'ready') await look()
      return search.shown
    },
    setBusy: (reasons) => {
      busy = reasons
    },
    install: () => {
      if (search.shown.kind !== 'ready' || engine === undefined || search.isInstalling) return 'not-ready'
      if (busy.length > 0 && isPagePresent()) return 'busy'
      apply({ kind: 'install-begun' })
      log.info('installing update', { version: search.shown.version })
      // Without questions, and the app starts again.
      engine.quitAndInstall(true, true)
      return search.isInstalling ? 'installing' : 'failed'
    }
  }
}
