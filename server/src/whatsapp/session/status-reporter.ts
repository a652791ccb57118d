// Tells the desk how a connection is: in order, only what is new, the latest when the database was away.
import type { Logger } from 'pino'
import type { StatusReport } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from '../database-trouble.ts'

export interface StatusReporter {
  /** Resolves when this report, or a later one in its place, was taken. */
  report(report: StatusReport): Promise<void>
  /** Reports nothing any more: the connection belongs to somebody else. */
  mute(): void
}

/** Makes the reporter of one session. */
export function createStatusReporter(take: (report: StatusReport) => Promise<void>, log: Logger): StatusReporter {
  let next: StatusReport | null = null
  let last = ''
  let isMuted = false
  let running: Promise<void> | null = null

  const work = async () => {
    while (next && !isMuted) {
      // While the database is away only the latest report counts.
      let report = next
      await retryWhileDown(() => take((report = next ?? report)))
        .then(() => void (last = JSON.stringify(report)))
        .catch((error: unknown) => log.error({ err: error, status: report.status }, 'a status could not be reported'))
      if (next === report) next = null
    }
  }

  return {
    report: async (report) => {
      if (isMuted || (!next && JSON.stringify(report) === last)) return running ?? undefined
      next = report
      running ??= work().finally(() => {
        running = null
      })
      await running
    },
    mute: () => {
      isMuted = true
    }
  }
}
