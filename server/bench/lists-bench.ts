// Lists, counters, searches and conversations with a short and with a long history: over HTTP, and what SQL takes of it.
import { loadavg } from 'node:os'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { countTickets, listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { createQueue, queuePalette } from '@guiche/shared/features/org/queues.ts'
import { createUser } from '@guiche/shared/features/org/users.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { signIn, type TestClient } from '#test/server/test-client.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { fillCompany, oldWord, wordsByRarity } from '#test/fixtures/fill-company.ts'
import { pairCompany, type PairedCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { report, summarise } from './measure.ts'

/** Calls of each kind, after those that only warm up. */
const [rounds, warming] = [60, 12]

type Measure = (label: string, work: (index: number) => Promise<unknown>) => Promise<void>

/** Milliseconds in SQL so far, and pages of tables and indexes that were looked at. */
async function spentInSql({ sql }: BenchDatabase): Promise<{ ms: number; pages: number }> {
  const [row] = await sql<{ ms: number; pages: number }[]>`
    select coalesce(sum(total_exec_time), 0)::float8 as ms,
      coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages
    from pg_stat_statements where query not like '%pg_stat_statements%'`
  return row ?? { ms: 0, pages: 0 }
}

function measurer(database: BenchDatabase, size: string): Measure {
  return async (label, work) => {
    for (let index = 0; index < warming; index++) await work(index)
    const before = await spentInSql(database)
    const samples: number[] = []
    for (let index = 0; index < rounds; index++) {
      const at = performance.now()
      await work(index)
      samples.push(performance.now() - at)
    }
    const after = await spentInSql(database)
    report(`${size}: ${label}`, {
      ...summarise(samples),
      'ms over HTTP; SQL': ((after.ms - before.ms) / rounds).toFixed(1),
      'ms, pages': Math.round((after.pages - before.pages) / rounds),
      load: loadavg()[0]?.toFixed(0)
    })
  }
}

interface People {
  admin: TestClient
  /** Sees one queue of ten. */
  attendant: TestClient
  tagIds: number[]
}

async function settle(url: string, { admin }: PairedCompany, size: string): Promise<People> {
  const queueIds: number[] = []
  for (const [index, color] of queuePalette.slice(0, 10).entries())
    queueIds.push((await admin.call(createQueue, { body: { name: `Fila ${index}`, color } as never })).id)
  const [email, password] = [`atendente.${size}@example.com`, 'Segredo123']
  const draft = { name: 'Atendente', email, password, profile: 'user', queueIds: queueIds.slice(4, 5) }
  await admin.call(createUser, { body: draft as never })
  const tagIds: number[] = []
  for (const name of ['comum', 'antiga', 'média', 'rara'])
    tagIds.push((await admin.call(createTag, { body: { name } as never })).id)
  return { admin, attendant: await signIn(url, email, password), tagIds }
}

async function measureLists(measure: Measure, { admin, attendant, tagIds }: People, ids: number[]): Promise<void> {
  const all = (query: object) => admin.call(listTickets, { query: { showAll: 'true', ...query } })
  const own = (query: object) => attendant.call(listTickets, { query })
  for (const status of ['open', 'pending', 'closed']) await measure(`${status} tickets`, () => all({ status }))
  await measure('closed tickets, page 20', () => all({ status: 'closed', pageNumber: 20 }))
  await measure('closed tickets, page 500', () => all({ status: 'closed', pageNumber: 500 }))
  await measure('waiting tickets of one queue', () => own({ status: 'pending' }))
  await measure('closed tickets of one queue', () => own({ status: 'closed' }))
  await measure('unread tickets', () => all({ withUnreadMessages: 'true' }))
  await measure('unread tickets of one queue', () => own({ withUnreadMessages: 'true' }))
  await measure('tickets of a user', () => all({ users: JSON.stringify([admin.user.id]) }))
  for (const [index, rarity] of ['a common', 'an old', 'a middling', 'a rare'].entries())
    await measure(`tickets with ${rarity} tag`, () => all({ tags: JSON.stringify([tagIds[index]]) }))
  const dayOf = (index: number) => new Date(Date.now() - (20 + index * 9) * 86_400_000).toISOString().slice(0, 10)
  await measure('tickets begun on a day', (index) => all({ date: dayOf(index) }))
  await measure('tickets changed on a day', (index) => all({ updatedAt: dayOf(index) }))
  await measure('counters', () => admin.call(countTickets, { query: { showAll: 'true' } }))
  await measure('counters of one queue', () => attendant.call(countTickets, { query: {} }))
  await measure('contacts', () => admin.call(listContacts, { query: {} }))
  await measure('contacts, page 500', () => admin.call(listContacts, { query: { pageNumber: 500 } }))
  await measure('contacts named', (index) => admin.call(listContacts, { query: { searchParam: `müller ${index}` } }))
  const conversation = (index: number, query: object) =>
    admin.call(listMessages, { params: { ticketId: ids[index % ids.length] ?? 0 }, query })
  await measure('a conversation', (index) => conversation(index, {}))
  await measure('the longest conversation, page 50', () => conversation(0, { pageNumber: 50 }))
}

async function measureSearches(measure: Measure, { admin, attendant }: People): Promise<void> {
  const words = Object.entries(wordsByRarity).map(([word, rarity]): [string, () => string] => [
    `a word of 1 message in ${rarity.toLocaleString('en')}`,
    () => word
  ])
  const searches: [string, (index: number) => string][] = [
    ['one letter', (index) => 'aeiou'[index % 5] ?? 'a'],
    ['two letters', (index) => ['bo', 'mp', 'qu', 'ão', 'xq'][index % 5] ?? 'bo'],
    ['three letters', (index) => ['dia', 'não', 'sol', 'zzz', 'oje'][index % 5] ?? 'dia'],
    ['a common phrase', () => 'bom dia'],
    ...words,
    ['a word of long ago', () => oldWord],
    ['a phrase of long ago', () => `que ${oldWord}`],
    ['no hit', (index) => `xyzzy${index}`],
    ['a full name', (index) => `gonçalves ${1000 + index}`],
    ['a first name', () => 'maria'],
    ['a number', (index) => String(5_511_900_000_000 + (1000 + index) * 37)],
    ['part of a number', (index) => String(370 + index)]
  ]
  for (const [what, term] of searches) {
    await measure(`search, ${what}`, (index) =>
      admin.call(listTickets, { query: { searchParam: term(index), showAll: 'true' } })
    )
    await measure(`search in one queue, ${what}`, (index) =>
      attendant.call(listTickets, { query: { searchParam: term(index) } })
    )
  }
}

async function oneSize(database: BenchDatabase, tickets: number, messages: number): Promise<void> {
  const simulator = await startSimulator()
  const { whatsappUrl, caFile } = simulator
  const server = await prepareServer({ databaseUrl: database.url, whatsappUrl, caFile })
  await server.start()
  const size = `${tickets / 1000}k`
  const company = await pairCompany(server.url, simulator, { name: `Empresa ${size}`, plan: 'Bench' })
  const people = await settle(server.url, company, size)
  const at = performance.now()
  const ids = await fillCompany(database.sql, {
    companyId: company.admin.user.companyId,
    connectionId: company.connections[0]?.id ?? 0,
    tickets,
    messages
  })
  report(`${size} tickets, ${messages.toLocaleString('en')} messages`, {
    'filled in s': Math.round((performance.now() - at) / 1000)
  })
  const measure = measurer(database, size)
  await measureLists(measure, people, ids)
  await measureSearches(measure, people)
  await server.stop()
  await simulator.stop()
}

/** Runs the part; `scale` below 1 leaves the long history out. */
export async function benchLists(scale: number): Promise<void> {
  const database = await startBenchDatabase()
  await oneSize(database, 10_000, 100_000)
  if (scale >= 1) await oneSize(database, 200_000, 2_000_000)
  await database.stop()
}
