// Ticket and contact lists of a large company hold exactly what reading every row finds, in the same order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import type { Person } from '#test/fixtures/factories.ts'
import { oldWord, wordsByRarity } from '#test/fixtures/fill-company.ts'
import { makeFilledCompany, type FilledCompany } from './filled-company.ts'

let app: TestApp
let company: FilledCompany

interface Row {
  id: number
  status: string
  user_id: number | null
  queue_id: number | null
  unread: boolean
  created: string
  changed: string
  tags: number[]
  /** Name, number and every message, as people compare them. */
  texts: string[]
}
/** All tickets, newest first. */
let rows: Row[]

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const day = (instant: Date): string => instant.toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeFilledCompany(app, { tickets: 4_000, messages: 25_000 })
  const { sql, id } = company
  // A conversation that is far longer than what is read through, with a word at its beginning alone.
  const [longest] = company.ticketIds
  await sql`update messages set body = body || ' ornitorrinco 🦆' where id = (
    select id from messages where company_id = ${id} and ticket_id = ${longest ?? 0} order by created_at limit 1)`
  await sql`update tickets set updated_at = now() where company_id = ${id} and id = ${longest ?? 0}`
  await sql`update contacts set number = null where company_id = ${id} and id % 50 = 0`
  const found = await sql`
    select t.id::int, status, user_id::int, queue_id::int, unread_messages > 0 as unread, t.created_at, t.updated_at,
      array(select tag_id::int from ticket_tags g where g.company_id = t.company_id and g.ticket_id = t.id) as tags,
      array[c.name, coalesce(c.number, '')] || array(
        select body from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as texts
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${id} order by t.updated_at desc, t.id desc`
  rows = found.map(({ created_at, updated_at, texts, ...row }) => ({
    ...(row as Omit<Row, 'created' | 'changed' | 'texts'>),
    created: day(created_at as Date),
    changed: day(updated_at as Date),
    texts: (texts as string[]).map(plain)
  }))
}, 300_000)
afterAll(async () => {
  await company.sql.end()
  await app.close()
})

type Test = (row: Row) => boolean

async function pages(who: Person, query: object, most = 3) {
  const ids: number[] = []
  let count = 0
  for (let pageNumber = 1; pageNumber <= most; pageNumber++) {
    const { body } = await who.call(listTickets, { query: { ...query, pageNumber } as never })
    ids.push(...body.tickets.map((ticket) => ticket.id))
    if (pageNumber === 1) ({ count } = body)
    if (!body.hasMore) break
  }
  return { ids, count }
}

const expected = (sees: Test, matches: Test) => rows.filter((row) => sees(row) && matches(row)).map(({ id }) => id)

/** Who sees what: the rule of the lists, written once more. */
function sights(): [string, Person, Record<string, unknown>, Test][] {
  const { admin, narrow, wide, queueIds } = company
  const own = (who: Person, queues: number[], alsoNone: boolean): Test => {
    return ({ user_id, queue_id }) => user_id === who.id || (queue_id === null ? alsoNone : queues.includes(queue_id))
  }
  return [
    ['an admin', admin, { showAll: 'true' }, () => true],
    ['an attendant of one queue', narrow, {}, own(narrow, queueIds.slice(3, 4), false)],
    ['an attendant of most queues', wide, {}, own(wide, queueIds.slice(1), true)]
  ]
}

/** Outside of a search open tickets of others stay out of an attendant's list. */
const listed = (who: Person, sees: Test): Test =>
  who === company.admin ? sees : (row) => sees(row) && (row.status !== 'open' || row.user_id === who.id)

/** Whether one of the texts holds what was typed, or the second, a number, its digits if it looks like a number. */
function isIn(typed: string, texts: string[]): boolean {
  const digits = /^[\d\s()+.-]+$/.test(typed) ? typed.replace(/\D/g, '') : ''
  return texts.some((text) => text.includes(plain(typed))) || (digits.length >= 3 && (texts[1] ?? '').includes(digits))
}

describe('a filtered list', () => {
  const filters = (): [string, object, Test][] => {
    const { tagIds, admin, wide, queueIds } = company
    const [common = 0, old = 0, middle = 0, rare = 0] = tagIds
    const some = rows[1234] as Row
    return [
      ['of a status', { status: 'closed' }, ({ status }) => status === 'closed'],
      ['of waiting tickets', { status: 'pending' }, ({ status }) => status === 'pending'],
      ['of any status', {}, () => true],
      ['of unread tickets', { withUnreadMessages: 'true' }, ({ unread }) => unread],
      ...[common, old, middle, rare].map((tag): [string, object, Test] => [
        `of tag ${tagIds.indexOf(tag)}`,
        { tags: JSON.stringify([tag]) },
        ({ tags }) => tags.includes(tag)
      ]),
      [
        'of two tags',
        { tags: JSON.stringify([common, middle]), status: 'closed' },
        ({ tags, status }) => status === 'closed' && tags.includes(common) && tags.includes(middle)
      ],
      [
        'of users',
        { users: JSON.stringify([admin.id, wide.id]) },
        ({ user_id }) => user_id === admin.id || user_id === wide.id
      ],
      ['of a day of beginning', { date: some.created }, ({ created }) => created === some.created],
      ['of a day of change', { updatedAt: some.changed }, ({ changed }) => changed === some.changed],
      [
        'of a tag, a user and a status',
        { tags: JSON.stringify([common]), users: JSON.stringify([wide.id]), status: 'closed' },
        ({ tags, user_id, status }) => tags.includes(common) && user_id === wide.id && status === 'closed'
      ],
      [
        'of queues',
        { queueIds: JSON.stringify(queueIds.slice(0, 4)), showAll: undefined },
        ({ queue_id, user_id }) => queue_id === null || queueIds.slice(0, 4).includes(queue_id) || user_id === admin.id
      ]
    ]
  }

  test('holds what reading every ticket finds, with its count', async () => {
    for (const [who, person, query, sees] of sights()) {
      for (const [what, filter, matches] of filters()) {
        if (what === 'of queues') continue
        const { ids, count } = await pages(person, { ...query, ...filter })
        const all = expected(listed(person, sees), matches)
        expect([who, what, ids]).toEqual([who, what, all.slice(0, 120)])
        expect([who, what, count]).toEqual([who, what, Math.min(1000, all.length)])
      }
    }
  })

  test('of queues holds these, the own and those without a queue', async () => {
    const [, query, matches] = filters().at(-1) as [string, object, Test]
    const { ids } = await pages(company.admin, query)
    expect(ids).toEqual(
      expected(
        listed({ ...company.admin }, () => true),
        matches
      ).slice(0, 120)
    )
  })

  test('goes on to its very end', async () => {
    const last = Math.ceil(rows.length / 40)
    const query = { showAll: 'true', pageNumber: last }
    const { body } = await company.admin.call(listTickets, { query: query as never })
    expect(body.tickets.map(({ id }) => id)).toEqual(rows.slice((last - 1) * 40).map(({ id }) => id))
    expect(body.hasMore).toBe(false)
  })
})

describe('a search', () => {
  const terms = () => [
    ...[
      'a',
      'z',
      'w',
      'x',
      'k7',
      'dia',
      'ão',
      'ÇÃ',
      'bom dia',
      'BOM DIA, QUE',
      'maria',
      'Müller 1',
      'zé',
      'josé araújo 4'
    ],
    ...[
      '5511900',
      '(11) 900',
      '0007',
      'pedido-1234',
      'pedido',
      'mp',
      'qu',
      ',',
      ', q',
      'ornitorrinco',
      '🦆',
      'xyzzy',
      '%',
      '_'
    ],
    ...Object.keys(wordsByRarity),
    oldWord,
    oldWord.slice(3, 9)
  ]

  const holds = (term: string): Test => {
    return ({ texts }) => isIn(term, texts)
  }

  test('finds exactly the tickets that hold the text, whoever searches', async () => {
    for (const [who, person, query, sees] of sights()) {
      for (const term of terms()) {
        const { ids } = await pages(person, { ...query, searchParam: term }, 2)
        expect([who, term, ids]).toEqual([who, term, expected(sees, holds(term)).slice(0, 80)])
      }
    }
  })

  test('keeps to the filters', async () => {
    const [common = 0] = company.tagIds
    for (const term of ['bom dia', 'girassol', 'pirilampo', oldWord, 'a']) {
      const { ids } = await pages(company.narrow, {
        searchParam: term,
        status: 'closed',
        tags: JSON.stringify([common])
      })
      const [, , , sees] = sights()[1] as [string, Person, object, Test]
      const matches: Test = (row) => row.status === 'closed' && row.tags.includes(common) && holds(term)(row)
      expect([term, ids]).toEqual([term, expected(sees, matches).slice(0, 120)])
    }
  })

  test('of contacts finds exactly those with the text in name or number, by name', async () => {
    const everybody = await company.sql`
      select id::int, name, coalesce(number, '') as number from contacts where company_id = ${company.id}
      order by lower(name), id`
    for (const term of ['', 'a', 'maria', 'zé', 'MULLER 12', '5511900', '0 37', '9', 'xyzzy', 'ô']) {
      const matches = everybody.filter(({ name, number }) => isIn(term, [plain(String(name)), String(number)]))
      for (const pageNumber of [1, 3, 60]) {
        const query = { searchParam: term, pageNumber }
        const { body } = await company.admin.call(listContacts, { query })
        const page = matches.slice((pageNumber - 1) * 20, pageNumber * 20)
        expect([term, pageNumber, body.contacts.map(({ id }) => id)]).toEqual([
          term,
          pageNumber,
          page.map(({ id }) => id)
        ])
        expect([term, body.count]).toEqual([term, matches.length])
      }
    }
  })
})
