// SQL that finds tickets by the words their messages hold: the index knows the tickets of a word without a look at them.
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { SearchTerm } from '#platform/text/search-term.ts'
import { holdsKeys, holdsTerm } from '#features/inbox/contacts/lists/match-contacts.repo.ts'
import { conditions, hasTags, newestTickets, type Part, type TicketFilter } from '../lists/ticket-order.repo.ts'

/** A text that is looked for among words. */
export interface WordSearch {
  term: SearchTerm
  /** Numbers of the words that hold the rarest piece of the text; bigints as text. */
  numbers: string[]
  /** In how many tickets they stand, a ticket once for each of them; counted no further than was asked. */
  places: number
  /** Whether a ticket `t` holds the text: asked where the words alone do not tell. */
  matches: Part
}

/** Words that hold a piece of text, more of which make no list. */
const mostWords = 2000

/**
 * The words of the piece of the text that stands in the fewest tickets; null when more than `mostWords` hold each
 * piece. Tickets are counted no further than `most`.
 */
export async function rarestPiece(
  db: Transaction,
  companyId: number,
  { pieces }: SearchTerm,
  most: number
): Promise<Pick<WordSearch, 'numbers' | 'places'> | null> {
  const [keys, patterns] = [pieces.map((piece) => piece.keys), pieces.map(({ pattern }) => pattern)]
  const rows = await rawOf(db)<{ numbers: string[]; places: number }[]>`
    select w.numbers::text[] as numbers, (select count(*)::int from (
      select 1 from ticket_words k where k.company_id = ${companyId} and k.number = any(w.numbers) limit ${most}
    ) as counted) as places
    from unnest(${keys}::text[], ${patterns}::text[]) as p(keys, pattern) cross join lateral (
      select coalesce(array_agg(number), '{}') as numbers from (
        select distinct s.number from search_words s where s.company_id = ${companyId}
          and search_keys(s.company_id, s.word) @@ p.keys::tsquery and s.word like p.pattern limit ${mostWords + 1}
      ) as held) w
    where cardinality(w.numbers) <= ${mostWords} order by places, cardinality(w.numbers) limit 1`
  return rows[0] ?? null
}

/** Of a company's tickets, `id`: those with one of the words, and those of contacts that hold the text, in no order. */
function written(raw: Sql, { companyId }: TicketFilter, { numbers }: WordSearch): Part {
  return raw`(
  select k.ticket_id as id from ticket_words k where k.company_id = ${companyId} and k.number = any(${numbers}::bigint[]))`
}
function people(raw: Sql, { companyId }: TicketFilter, { term }: WordSearch): Part {
  return raw`(
  select c.id from contacts c where c.company_id = ${companyId} and ${holdsKeys(raw, companyId, term)} and ${holdsTerm(raw, term)})`
}
function ofPeople(raw: Sql, { companyId }: TicketFilter): Part {
  return raw`(
  select k.id from people cross join lateral (
    select k.id from tickets k where k.company_id = ${companyId} and k.contact_id = people.id offset 0) k)`
}

/** Whether a ticket `t` that is known to have one of the words, or a contact with the text, holds the text. */
function isCertain(raw: Sql, f: TicketFilter, { term, matches }: WordSearch): Part {
  // A word without blanks is there, unless a message was changed or left the ticket, or may not count.
  return term.pieces.length > 1 || term.guarded !== null
    ? matches
    : raw`((select true from ticket_words k
        where k.company_id = ${f.companyId} and k.number = 0 and k.ticket_id = t.id limit 1) is null or ${matches})`
}

/**
 * The first `limit` hits and how many there are, when no more than `most` tickets and people may hold the text; otherwise
 * how many people do, counted no further than `most` and one.
 */
export async function fewOfWords(
  db: Transaction,
  f: TicketFilter,
  search: WordSearch,
  { most, limit }: { most: number; limit: number }
): Promise<{ ids: number[]; total: number } | { people: number }> {
  const raw = rawOf(db)
  const [row] = await raw<{ ids: number[] | null; total: number; people: number }[]>`
    with people as materialized (select id from ${people(raw, f, search)} as held limit ${most + 1}),
    hits as materialized (
      select t.id, t.updated_at from (
        select id from ${written(raw, f, search)} as written union select id from ${ofPeople(raw, f)} as theirs
      ) as found cross join lateral (
        select t.id, t.updated_at from tickets t where t.id = found.id and ${conditions(raw, f)} ${hasTags(raw, f)}
          and ${isCertain(raw, f, search)} limit 1
      ) t where ${search.places <= most} and (select count(*) from people) <= ${most}
    )
    select (select array_agg(id order by updated_at desc, id desc) from (
        select id, updated_at from hits order by updated_at desc, id desc limit ${limit}) as top) as ids,
      (select count(*) from hits)::int as total, (select count(*) from people)::int as people`
  const found = row?.people ?? 0
  return found > most || search.places > most ? { people: found } : { ids: row?.ids ?? [], total: row?.total ?? 0 }
}

export interface Sweep {
  /** Tickets of the list that are looked at, from its top; null: all. */
  within: number | null
  /** Tickets that are looked into where the words alone do not tell. */
  most: number
  /** Whether any contact holds the text. */
  hasPeople: boolean
  limit: number
}

/** Words up to which each ticket at the top of a list is asked for them by itself. */
const fewWords = 8

/** The newest tickets of the list, `id` and `updated_at`, that have one of the words or a contact with the text. */
function likely(raw: Sql, f: TicketFilter, search: WordSearch, { within, most, hasPeople }: Sweep): Part {
  const end = raw`${hasTags(raw, f)} order by t.updated_at desc, t.id desc limit ${most + 1}`
  // Built once and asked in passing; a join would gather all of them before it sorts.
  const isTold = raw`(t.id in (select id from told)) is true`
  if (within === null)
    return raw`select t.id, t.updated_at from ${newestTickets(raw, f, most + 1, raw`and ${isTold} ${hasTags(raw, f)}`)} t`
  const listed = raw`select t.id, t.updated_at from ${newestTickets(raw, f, within)} t`
  if (search.numbers.length > fewWords) return raw`${listed} where ${isTold} ${end}`
  const asked = raw`(select true from ticket_words k where k.company_id = ${f.companyId}
    and k.number = any(${search.numbers}::bigint[]) and k.ticket_id = t.id limit 1)`
  const person = raw`(select ${holdsTerm(raw, search.term)} from contacts c where c.company_id = ${f.companyId}
    and c.id = (select k.contact_id from tickets k where k.company_id = ${f.companyId} and k.id = t.id))`
  return raw`${listed} where (${asked} ${hasPeople ? raw`or ${person}` : raw``}) ${end}`
}

/**
 * The first `limit` hits in order: what the index knows is compared with the list as a whole. `isAll`: there are no
 * others.
 */
export async function sweepWords(
  db: Transaction,
  f: TicketFilter,
  search: WordSearch,
  sweep: Sweep
): Promise<{ ids: number[]; isAll: boolean }> {
  const raw = rawOf(db)
  const { limit } = sweep
  // The index alone is read again as quickly as what was kept of it.
  const kept = sweep.hasPeople ? raw`materialized` : raw`not materialized`
  const [row] = await raw<{ ids: number[] | null; read: number }[]>`
    with people as materialized ${people(raw, f, search)},
    told as ${kept} (
      select id from ${written(raw, f, search)} as written
      ${sweep.hasPeople ? raw`union all select id from ${ofPeople(raw, f)} as theirs` : raw``}
    ),
    likely as materialized (${likely(raw, f, search, sweep)}),
    hits as (
      select l.id from (select id, updated_at from likely order by updated_at desc, id desc) as l
      cross join lateral (
        select 1 from tickets t where t.company_id = ${f.companyId} and t.id = l.id and ${isCertain(raw, f, search)} limit 1
      ) as hit order by l.updated_at desc, l.id desc limit ${limit}
    )
    select (select array_agg(id) from hits) as ids, (select count(*)::int from likely) as read`
  const ids = row?.ids ?? []
  return { ids, isAll: sweep.within === null && ids.length < limit && (row?.read ?? 0) <= sweep.most }
}
