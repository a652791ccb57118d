// What a worker of this node does at one key when it is woken, ends, fails or is to stop. Pure: effects are carried out by
// `local-worker.ts`.

export interface WorkerState {
  phase: 'idle' | 'running' | 'stopped'
  /** Runs in a row that failed. */
  failures: number
}

export type WorkerEvent =
  | { kind: 'woken' }
  /** Nothing is due; `in`: milliseconds until something is, null when nothing waits. */
  | { kind: 'ended'; in: number | null }
  | { kind: 'failed' }
  | { kind: 'stop' }

export type WorkerEffect =
  | { kind: 'run' }
  /** The run under way looks once more. */
  | { kind: 'signal' }
  /** Wakes it after so many milliseconds, unless somebody does before. */
  | { kind: 'wake-in'; ms: number }
  | { kind: 'cancel-wake' }

export const idle: WorkerState = { phase: 'idle', failures: 0 }

/** Milliseconds: what is due in less is not worth a timer of its own, and a timer may have been set by a wrong clock. */
const shortest = 50
const longest = 60_000
/** Milliseconds before the first further run after one that failed; doubles with each, up to the longest. */
const firstDelay = 100
const longestDelay = 2_000

/** Milliseconds before the next run after so many failures in a row. */
export const delayAfter = (failures: number): number => Math.min(longestDelay, firstDelay * 2 ** (failures - 1))

type Decision = [WorkerState, WorkerEffect[]]

function onEnd(state: WorkerState, event: Extract<WorkerEvent, { kind: 'ended' | 'failed' }>): Decision {
  if (state.phase !== 'running') return [state, []]
  if (event.kind === 'failed') {
    const failures = state.failures + 1
    return [{ phase: 'idle', failures }, [{ kind: 'wake-in', ms: delayAfter(failures) }]]
  }
  const ms = event.in === null ? null : Math.max(shortest, Math.min(event.in, longest))
  return [idle, ms === null ? [] : [{ kind: 'wake-in', ms }]]
}

/** The state after an event, and what is to be done. */
export function decide(state: WorkerState, event: WorkerEvent): Decision {
  if (event.kind === 'stop') return [{ ...state, phase: 'stopped' }, [{ kind: 'cancel-wake' }]]
  if (event.kind !== 'woken') return onEnd(state, event)
  if (state.phase === 'stopped') return [state, []]
  if (state.phase === 'running') return [state, [{ kind: 'signal' }]]
  return [{ ...state, phase: 'running' }, [{ kind: 'cancel-wake' }, { kind: 'run' }]]
}
