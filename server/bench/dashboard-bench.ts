// The dashboard of a company with 200,000 tickets: over HTTP, before and after its past days are summed up.
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { pino } from 'pino'
import { openDatabase } from '#database/client.ts'
import { sumUpDays } from '#features/team/dashboard/sum-up-days.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createEventBus } from '#platform/events/event-bus.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { fillCompany } from '#test/fixtures/fill-company.ts'
import { report, summarise } from './measure.ts'

/** Calls of each kind. */
const rounds = 50

/** A cycle for each ticket, and a second one for every other; most of a day, some rated. */
async function fillCycles({ sql }: BenchDatabase, companyId: number): Promise<number> {
  await sql`
    insert into ticket_tracking (company_id, ticket_id, connection_id, user_id, queue_id, queued_at, started_at, finished_at,
      rating_at, rating, created_at)
    select company_id, id, connection_id, user_id, queue_id, at, case when status <> 'pending' then at + wait end,
      case when status = 'closed' or n > 0 then at + wait + service end, case when rated then at + wait + service end,
      case when rated then 1 + id % 3 end, at
    from (select t.*, n, t.updated_at - n * interval '20 days' - random() * interval '8 hours' as at,
        random() * interval '40 minutes' as wait, random() * interval '3 hours' as service,
        random() < 0.3 and (status = 'closed' or n > 0) as rated
      from tickets t cross join lateral generate_series(0, (t.id % 2)::int) n where t.company_id = ${companyId}) c
    order by at`
  await sql`vacuum analyze ticket_tracking`
  const [row] = await sql<{ count: number }[]>`select count(*)::int from ticket_tracking`
  return row?.count ?? 0
}

/** What the scheduled job does; milliseconds. */
async function sumUp({ url }: BenchDatabase): Promise<number> {
  const db = openDatabase({ url })
  const log = pino({ level: 'warn' })
  const at = performance.now()
  await sumUpDays({ db, pool: db, bus: createEventBus(log), log, now: () => new Date() } as unknown as Ctx)
  const ms = Math.round(performance.now() - at)
  await db.$client.end()
  return ms
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Runs the part; `scale` below 1 takes a tenth of the tickets. */
export async function benchDashboard(scale: number): Promise<void> {
  const database = await startBenchDatabase()
  const simulator = await startSimulator()
  const server = await prepareServer({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile
  })
  await server.start()
  const { admin, connections } = await pairCompany(server.url, simulator, { name: 'Empresa grande' })
  const { companyId } = admin.user
  const tickets = Math.round(200_000 * scale)
  await fillCompany(database.sql, { companyId, connectionId: connections[0]?.id ?? 0, tickets, messages: tickets })
  report(`${tickets.toLocaleString('en')} tickets`, { cycles: await fillCycles(database, companyId) })

  const measure = async (label: string, endpoint: Endpoint, query: object): Promise<void> => {
    const samples: number[] = []
    for (let index = 0; index < rounds; index++) {
      const at = performance.now()
      await admin.call(endpoint, { query })
      samples.push(performance.now() - at)
    }
    report(label, { ...summarise(samples), unit: 'ms over HTTP' })
  }
  const all = async (when: string, periods: number[]): Promise<void> => {
    for (const days of periods) {
      const dates = { initialDate: dayBefore(days - 1), finalDate: dayBefore(0) }
      await measure(`${when}: figures of ${days} days`, showDashboard, { days })
      await measure(`${when}: users in ${days} days`, chartTicketsUsers, dates)
      await measure(`${when}: each of ${days} days`, chartTicketsDay, dates)
    }
  }
  await all('counted', [7, 90])
  report('summing up two years', { ms: await sumUp(database) })
  await all('summed up', [1, 7, 90, 366])
  await server.stop()
  await simulator.stop()
  await database.stop()
}
