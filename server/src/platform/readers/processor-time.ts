// How long a process has had a processor: on a busy machine a minute of the clock may be a second of work.
import { readFileSync } from 'node:fs'

/** Milliseconds of a tick; Linux tells in hundredths of a second on every machine. */
const tick = 10

/** Milliseconds of a processor that the process `pid` has used; null where the system does not tell. */
export function processorTime(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  try {
    // The name, in brackets, may hold anything; user and system time are the 12th and 13th behind it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const used = (Number(fields[11]) + Number(fields[12])) * tick
    return Number.isFinite(used) ? used : null
  } catch {
    return null
  }
}
