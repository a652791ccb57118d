// pg-boss as we use it: its options, its own tables, and opening it when the database is back.
import { PgBoss } from 'pg-boss'
import about from 'pg-boss/package.json' with { type: 'json' }
import type { Logger } from 'pino'
import { describeFailure } from '../text/describe-failure.ts'

/** Of the tables that pg-boss makes, raised whenever they change. */
export const jobTablesVersion: number = about.pgboss.schema

/** Seconds between two looks for silent jobs, and between two signs of life of one. */
export const lookSeconds = 3

function makeBoss(databaseUrl: string, log: Logger, runWorkers: boolean): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'guiche-jobs',
    max: 5,
    // Options of the driver below: a database that fell silent without closing its lines must not hold workers for good.
    ...({ query_timeout: 60_000, keepAlive: true } as object),
    useListenNotify: runWorkers,
    supervise: runWorkers,
    schedule: runWorkers,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds
  })
  // Without a listener an error of the pool, such as a restart of the database, would end the process.
  // While the database is away every worker says so every second; once in a while is enough.
  let saidAt = 0
  boss.on('error', (error) => {
    if (Date.now() - saidAt < 10_000) return
    saidAt = Date.now()
    log.warn({ err: describeFailure(error) }, 'the job queue has a problem')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'))
  return boss
}

/** Creates pg-boss's own tables; for template databases. */
export async function installJobTables(databaseUrl: string, log: Logger): Promise<void> {
  const boss = makeBoss(databaseUrl, log, false)
  await boss.start()
  await boss.stop({ graceful: false })
}

export interface OpenBoss {
  boss: PgBoss
  /** Opens it unless it is open. Errors: those of a database that is away, and the next call tries again; after `stop`. */
  open(): Promise<void>
  isOpen(): boolean
  /** Waits for running jobs, up to 5 seconds; what they add meanwhile is added. */
  stop(): Promise<void>
}

/** Makes pg-boss; nothing is opened before the first `open`. */
export function makeOpenBoss(databaseUrl: string, log: Logger, runWorkers: boolean): OpenBoss {
  const boss = makeBoss(databaseUrl, log, runWorkers)
  let opening: Promise<unknown> | null = null
  let state: 'closed' | 'open' | 'stopped' = 'closed'
  return {
    boss,
    open: async () => {
      if (state === 'stopped') throw new Error('jobs were asked for after they were stopped')
      opening ??= boss.start().then(() => {
        if (state === 'closed') state = 'open'
      })
      try {
        await opening
      } catch (error) {
        opening = null
        throw error
      }
    },
    isOpen: () => state === 'open',
    stop: async () => {
      // What runs longer is taken up again by whichever node is there.
      if (opening !== null) await boss.stop({ graceful: true, timeout: 5_000 })
      state = 'stopped'
    }
  }
}
