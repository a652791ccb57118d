// How PostgreSQL answers every list: EXPLAIN of each statement a call sends shows no large table read from end to end,
// and what is read stays the same however long the history is.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { ticketMoments } from '@guiche/shared/features/inbox/tickets.ts'
import { features } from '#app/features.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import type { Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { oldWord, wordsByRarity } from '#test/fixtures/fill-company.ts'
import { giveToken } from '#test/fixtures/make-ticket.ts'
import { makeFilledCompany, type FilledCompany } from './filled-company.ts'

interface Statement {
  text: string
  parameters: unknown[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

let app: TestApp
/** Nearly everything in the database is of one of the two: statistics are of both. */
let large: FilledCompany
let small: FilledCompany
let replayer: postgres.Sql
let contactListId: number
let heard: Statement[] | null = null

beforeAll(async () => {
  app = await buildTestApp()
  large = await makeFilledCompany(app, { tickets: 4_000, messages: 25_000 })
  small = await makeFilledCompany(app, { tickets: 60, messages: 300 })
  for (const { id, sql, narrow } of [large, small]) {
    // Two cycles a ticket: one of service, one of a program.
    await sql`
      insert into ticket_tracking (company_id, ticket_id, user_id, created_at, queued_at, started_at, finished_at, rating_at, rating,
        by_program)
      select ${id}, t.id, case when p.program then null else ${narrow.id}::bigint end, t.created_at, t.created_at,
        case when p.program then null else t.created_at + interval '5 minutes' end, t.created_at + interval '20 minutes',
        case when p.program or t.id % 4 > 0 then null else t.created_at + interval '22 minutes' end,
        case when p.program or t.id % 4 > 0 then null else 3 end, p.program
      from tickets t cross join (values (true), (false)) p (program) where t.company_id = ${id}`
  }
  await large.sql`vacuum analyze ticket_tracking`
  // Two lists, so that one is not the whole table.
  const [list] = await large.sql<{ id: number }[]>`
    with made as (insert into contact_lists (company_id, name) values (${large.id}, 'A'), (${large.id}, 'B') returning id),
      filled as (insert into contact_list_items (company_id, contact_list_id, name, number, number_key)
        select ${large.id}, id, 'Pessoa ' || n, 5511900000000 + n, 11900000000 + n from made, generate_series(1, 4000) n)
    select id::int from made`
  contactListId = list?.id ?? 0
  await large.sql`vacuum analyze contact_list_items`
  replayer = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  const tables =
    await replayer`select relname from pg_class where relkind = 'r' and relpages >= 20 and relname not like 'pg_%'`
  growing = tables.map(({ relname }) => String(relname))
  const { options } = app.ctx.pool.$client as unknown as { options: postgres.Options<never> }
  options.debug = (_connection, text, parameters) => void heard?.push({ text, parameters })
}, 300_000)
afterAll(async () => {
  await Promise.all([replayer.end(), large.sql.end(), small.sql.end()])
  await app.close()
})

/** What a call asks the database, in order. */
async function statementsOf(who: Pick<Person, 'call'>, endpoint: Endpoint, input: object): Promise<Statement[]> {
  heard = []
  const { status, raw } = await who.call(endpoint, input)
  const statements = heard
  heard = null
  if (status !== 200) throw new Error(`${endpoint.path} ${JSON.stringify(input)}: ${raw.body}`)
  return statements
}

/** The plans of statements, each with the settings that those before it made. */
async function plansOf(statements: Statement[]): Promise<{ text: string; plan: PlanNode }[]> {
  const plans: { text: string; plan: PlanNode }[] = []
  await replayer.unsafe('begin')
  for (const { text, parameters } of statements) {
    if (/set_config/.test(text)) await replayer.unsafe(text, parameters as never)
    else if (/^\s*(?:select|with)\b/i.test(text)) {
      const [row] = await replayer.unsafe(`explain (analyze, buffers, format json) ${text}`, parameters as never)
      const [explained] = (row?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[]
      if (explained) plans.push({ text, plan: explained.Plan })
    }
  }
  await replayer.unsafe('rollback')
  return plans
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables of so many pages that reading them whole is worse than any index. */
let growing: string[] = []

function readThrough(plans: { text: string; plan: PlanNode }[]): string[] {
  return plans.flatMap(({ text, plan }) =>
    nodesOf(plan)
      .filter((node) => node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? ''))
      .map((node) => `${node['Relation Name']}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
  )
}

/** Pages of the database that were looked at. */
const pagesOf = (plans: { plan: PlanNode }[]): number =>
  plans.reduce((sum, { plan }) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), 0)

const routes = features.flatMap((feature) => feature.routes ?? []).map(({ endpoint }) => endpoint)
function get(path: string): Endpoint {
  const endpoint = routes.find((one) => one.method === 'GET' && one.path === path)
  if (!endpoint) throw new Error(`there is no GET ${path}`)
  return endpoint
}

/** Ways to ask for tickets, each of which another index answers. */
function ticketQueries({ tagIds, queueIds, admin, wide }: FilledCompany): object[] {
  return [
    ...['open', 'pending', 'closed', undefined].map((status) => ({ status })),
    { status: 'closed', pageNumber: 30 },
    { withUnreadMessages: 'true' },
    { date: '2026-01-15' },
    { updatedAt: '2026-01-15' },
    { users: JSON.stringify([admin.id, wide.id]) },
    ...ticketMoments.map((moment) => ({ moment, momentFrom: '2026-01-15', momentTo: '2026-01-16' })),
    { moment: 'finished', momentFrom: '2026-01-15', momentTo: '2026-01-16', users: JSON.stringify([admin.id]) },
    { queueIds: JSON.stringify(queueIds.slice(0, 2)) },
    ...tagIds.map((tag) => ({ tags: JSON.stringify([tag]) })),
    { tags: JSON.stringify(tagIds.slice(0, 2)), status: 'closed' }
  ]
}

const searches = ['a', 'w', 'mp', 'dia', 'bom dia', 'maria', '0007', 'xyzzy', oldWord, ...Object.keys(wordsByRarity)]

test('the tables are large enough to tell', () => {
  expect(growing).toEqual(
    expect.arrayContaining(['tickets', 'messages', 'contacts', 'contact_list_items', 'ticket_tracking'])
  )
})

test('no list reads a large table from end to end, whoever asks and in whichever company', async () => {
  for (const company of [large, small]) {
    const { admin, narrow, wide, ticketIds } = company
    const calls: [Person, string, object][] = []
    for (const who of [admin, narrow, wide]) {
      for (const query of [...ticketQueries(company), ...searches.map((searchParam) => ({ searchParam }))])
        calls.push([who, '/tickets', { query }], [who, '/tickets', { query: { ...query, showAll: 'true' } }])
      calls.push([who, '/tickets/counts', { query: {} }], [who, '/tickets/counts', { query: { showAll: 'true' } }])
    }
    for (const searchParam of ['', ...searches]) {
      calls.push([admin, '/contacts', { query: { searchParam } }])
      calls.push([
        admin,
        '/tickets/hits',
        { query: { searchParam, ticketIds: JSON.stringify(ticketIds.slice(0, 40)) } }
      ])
    }
    calls.push(
      [admin, '/contacts', { query: { dateStart: '2026-01-10', dateEnd: '2026-01-11' } }],
      [admin, '/contacts', { query: { pageNumber: 30 } }],
      [admin, '/contacts/list', { query: {} }],
      [admin, '/dashboard', { query: { date_from: '2026-01-15', date_to: '2026-01-16' } }],
      [admin, '/dashboard/ticketsUsers', { query: { initialDate: '2026-01-15', finalDate: '2026-01-16' } }],
      [admin, '/dashboard/ticketsDay', { query: { initialDate: '2026-01-15', finalDate: '2026-01-16' } }],
      [admin, '/contacts/list', { query: { name: 'maria' } }]
    )
    const params = { ticketId: ticketIds[0] ?? 0 }
    for (const query of [{}, { pageNumber: 5 }]) calls.push([admin, '/messages/:ticketId', { params, query }])
    for (const [who, path, input] of calls) {
      const found = readThrough(await plansOf(await statementsOf(who, get(path), input)))
      expect([path, JSON.stringify(input), ...found]).toEqual([path, JSON.stringify(input)])
    }
  }
}, 300_000)

/** Asked elsewhere. */
const asked = ['/tickets', '/tickets/counts', '/tickets/hits', '/contacts', '/contacts/list']
const others = new Set(asked)

test('no other list does either', async () => {
  const { admin, ticketIds, sql, id } = large
  const [connection] = await sql<{ id: string }[]>`select id from connections where company_id = ${id}`
  const token = await giveToken({ admin }, Number(connection?.id))
  const program: Pick<Person, 'call'> = {
    call: (endpoint, input) => injectCall(app.http, endpoint, input, { token })
  }
  const lists = routes.filter(
    ({ method, path, access }) =>
      method === 'GET' && access !== 'public' && access !== 'super' && !path.includes(':') && !others.has(path)
  )
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/tags/list', '/users', '/sync', '/contacts/duplicates'])
  )
  for (const endpoint of lists) {
    const ids = { companyId: admin.companyId, userId: admin.id, ticketId: ticketIds[0], contactId: 1, contactListId }
    const period = { key: 'messageMonths', months: '12' }
    const query = { ...ids, ...period, after: 0, users: 0, connections: 0 }
    const who = endpoint.access === 'external-token' ? program : admin
    const plans = await plansOf(await statementsOf(who, endpoint, { query }))
    expect([endpoint.path, ...readThrough(plans)]).toEqual([endpoint.path])
  }
})

test('a list costs a large company what it costs a small one', async () => {
  const cost = async ({ admin }: FilledCompany, query: object) =>
    pagesOf(await plansOf(await statementsOf(admin, get('/tickets'), { query: { showAll: 'true', ...query } })))
  for (const query of [{ status: 'closed' }, { status: 'open' }, {}, { withUnreadMessages: 'true' }]) {
    const [ofLarge, ofSmall] = [await cost(large, query), await cost(small, query)]
    // A page of 40 in both; the small one may hold fewer, and its indexes are a level lower.
    expect([query, ofLarge < 2 * ofSmall + 400]).toEqual([query, true])
  }
})

test('a day of the dashboard and the tickets it leads to cost a large company what they cost a small one', async () => {
  const [days, finished] = [
    { date_from: '2026-01-15', date_to: '2026-01-15' },
    { momentFrom: '2026-01-15', momentTo: '2026-01-15' }
  ]
  const calls: [string, object][] = [
    ['/dashboard', days],
    ['/tickets', { moment: 'finished', showAll: 'true', ...finished }],
    ['/tickets', { moment: 'served', showAll: 'true', ...finished }]
  ]
  for (const [path, query] of calls) {
    const cost = async ({ admin }: FilledCompany) =>
      pagesOf(await plansOf(await statementsOf(admin, get(path), { query })))
    const [ofLarge, ofSmall] = [await cost(large), await cost(small)]
    // A day of the large one has some fifteen tickets, that of the small one perhaps none.
    expect([path, query, ofLarge < 2 * ofSmall + 400]).toEqual([path, query, true])
  }
})
