// What the search for updates does next when electron-updater, the clock or the person says something. Pure.
import type { ReleaseNotes, UpdateProblem, UpdateState } from '#bridge/update-channels.ts'

/** Milliseconds after the start, between looks, and after one that failed. */
const first = 60_000
const interval = 4 * 3_600_000
const afterFailure = 30 * 60_000

export interface UpdateSearch {
  /** What the console shows. */
  shown: UpdateState
  /** Milliseconds of the clock at which the next look is due. */
  dueAt: number
  isInstalling: boolean
}

export type UpdateEvent =
  | { kind: 'look-begun' }
  /** electron-updater has decided by itself that this is no place for updates. */
  | { kind: 'unsupported' }
  | { kind: 'found'; version: string }
  | { kind: 'progressed'; percent: number }
  | { kind: 'fetched'; version: string; notes: ReleaseNotes }
  | { kind: 'nothing-new' }
  | { kind: 'failed'; problem: UpdateProblem }
  | { kind: 'install-begun' }

export interface UpdateSettings {
  /** Milliseconds of the clock. */
  now: () => number
  /** Between 0 and 1. */
  random: () => number
  /** False where installing asks for a password, which nobody expects on leaving. */
  mayInstallOnQuit: boolean
}

export interface UpdateStep {
  search: UpdateSearch
  /** Whether leaving installs what is fetched, from now on. */
  installsOnQuit?: boolean
  /** What is shown is told again, although it is the same: whoever waits for the restart waits no longer. */
  isRepeated?: boolean
}

/** Computers that are switched on at the same hour do not all ask at the same minute. */
const dueAfter = (time: number, { now, random }: UpdateSettings): number => now() + time * (0.75 + random() * 0.5)

export function beginSearch(settings: UpdateSettings): UpdateSearch {
  const shown: UpdateState = { kind: 'idle', checkedAt: null, problem: null }
  return { shown, dueAt: dueAfter(first, settings), isInstalling: false }
}

/** True when the clock has come to a look, and none is under way. */
export function isLookDue({ shown, dueAt }: UpdateSearch, now: number): boolean {
  return shown.kind !== 'off' && shown.kind !== 'downloading' && now >= dueAt
}

function rest(search: UpdateSearch, problem: UpdateProblem | null, settings: UpdateSettings): UpdateSearch {
  const dueAt = dueAfter(problem === null ? interval : afterFailure, settings)
  return { ...search, dueAt, shown: { kind: 'idle', checkedAt: settings.now(), problem } }
}

function onFailed(search: UpdateSearch, problem: UpdateProblem, settings: UpdateSettings): UpdateStep {
  if (search.shown.kind !== 'ready') return { search: { ...rest(search, problem, settings), isInstalling: false } }
  // What is ready stays so: no password given, no network for the next look.
  const dueAt = dueAfter(afterFailure, settings)
  return { search: { ...search, dueAt, isInstalling: false }, isRepeated: search.isInstalling }
}

function onFound(search: UpdateSearch, version: string, { mayInstallOnQuit }: UpdateSettings): UpdateStep {
  const { shown } = search
  const isFetched = shown.kind === 'ready' && shown.version === version
  return {
    search: isFetched ? search : { ...search, shown: { kind: 'downloading', version, percent: 0 } },
    installsOnQuit: mayInstallOnQuit
  }
}

export function stepUpdate(search: UpdateSearch, event: UpdateEvent, settings: UpdateSettings): UpdateStep {
  const { shown } = search
  switch (event.kind) {
    case 'look-begun':
      return { search: shown.kind === 'idle' ? { ...search, shown: { kind: 'checking' } } : search }
    case 'unsupported':
      return {
        search: shown.kind === 'checking' ? { ...search, shown: { kind: 'off', why: 'not-installed' } } : search
      }
    case 'found':
      return onFound(search, event.version, settings)
    case 'progressed':
      if (shown.kind !== 'downloading') return { search }
      return { search: { ...search, shown: { ...shown, percent: Math.floor(event.percent) } } }
    case 'fetched': {
      const { version, notes } = event
      const ready: UpdateState = { kind: 'ready', version, notes, isDoneOnQuit: settings.mayInstallOnQuit }
      return { search: { ...search, shown: ready, dueAt: dueAfter(interval, settings) } }
    }
    case 'nothing-new':
      // What was fetched before has been taken back since.
      return { search: rest(search, null, settings), installsOnQuit: false }
    case 'failed':
      return onFailed(search, event.problem, settings)
    case 'install-begun':
      return { search: { ...search, isInstalling: true } }
  }
}
