// Which of the writes that wait go out in one statement, and what each of them gets back. Pure.
import type { Committed, KeyRow, KeyWrite, OwnedRef, SessionWrite } from './key-write.ts'

export interface Waiting {
  ref: OwnedRef
  name: string
  /** Goes out when something urgent of its session does. */
  isPatient: boolean
  write: KeyWrite
  resolve: (ids: number[]) => void
  reject: (error: unknown) => void
}

const rowsPerStatement = 2000

/**
 * Takes the writes of one statement. One session is never in two statements at once: its writes keep their order. Nor are
 * writes of two takings: those of the first are refused on their own.
 */
export function pickGroup(queue: Waiting[], busy: ReadonlySet<string>): { group: Waiting[]; left: Waiting[] } {
  const group: Waiting[] = []
  const left: Waiting[] = []
  const urgent = new Set(queue.filter((one) => !one.isPatient).map((one) => one.name))
  const epochs = new Map<string, number>()
  let rows = 0
  for (const one of queue) {
    const isSameTaking = (epochs.get(one.name) ?? one.ref.epoch) === one.ref.epoch
    const fits = rows < rowsPerStatement && urgent.has(one.name) && !busy.has(one.name) && isSameTaking
    if (fits) epochs.set(one.name, one.ref.epoch)
    if (fits) rows += one.write.keys.length + one.write.journal.length
    ;(fits ? group : left).push(one)
  }
  return { group, left }
}

/** Puts several writes of one session into one; the last value of a key wins. */
function merged(ref: OwnedRef, writes: KeyWrite[]): SessionWrite {
  const [only] = writes
  if (only && writes.length === 1) return { ref, ...only }
  const keys = new Map<string, KeyRow>()
  for (const write of writes) for (const row of write.keys) keys.set(`${row.type}:${row.id}`, row)
  return {
    ref,
    keys: [...keys.values()],
    journal: writes.flatMap((write) => write.journal),
    creds: writes.findLast((write) => write.creds !== null)?.creds ?? null
  }
}

/** The writes of a group session by session, as they go into the statement and as their callers wait. */
export function bySession(group: Waiting[]): { write: SessionWrite; callers: Waiting[] }[] {
  return [...Map.groupBy(group, (one) => one.name).values()].flatMap((callers) => {
    const [first] = callers
    return first
      ? [
          {
            write: merged(
              first.ref,
              callers.map(({ write }) => write)
            ),
            callers
          }
        ]
      : []
  })
}

/** The ids that each caller's journal rows have got. */
export function idsOf(callers: Waiting[], { journalIds }: Committed): number[][] {
  let next = 0
  return callers.map(({ write }) => journalIds.slice(next, (next += write.journal.length)))
}
