// SQL that finds tickets by a text in the contact's name or number or in any message: exact, whatever the text.
import { openTransaction, rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { SearchTerm } from '#platform/text/search-term.ts'
import { holdsKeys, holdsTerm } from '#features/inbox/contacts/lists/match-contacts.repo.ts'
import { hasText } from './match-messages.repo.ts'
import { countTickets, type FoundTickets, type Stretch } from '../lists/list-tickets.repo.ts'
import { fewOfWords, rarestPiece, sweepWords } from './search-words.repo.ts'
import { conditions, hasTags, newestTickets, type Part, type TicketFilter } from '../lists/ticket-order.repo.ts'

/** Messages of a ticket that are read one by one; in a longer conversation the rest is left to the index. */
const readThrough = 100

/** Whether the keys are among those of a message `m`: a question to the index `messages_search`. */
const hasKeys = (raw: Sql, keys: Part): Part => raw`search_keys(m.company_id, m.search_text, m.ticket_id) @@ ${keys}`

const ofTicket = (raw: Sql, f: TicketFilter): Part => raw`m.company_id = ${f.companyId} and m.ticket_id = t.id`

/** Whether the text is in a ticket `t`. */
function matches(raw: Sql, f: TicketFilter, term: SearchTerm): Part {
  const ofThisTicket = raw`('''' || to_hex(t.company_id) || ':#' || t.id || ''' & ' || ${term.keys}::text)::tsquery`
  return raw`(
    exists (select 1 from contacts c where c.company_id = t.company_id and c.id = t.contact_id and ${holdsTerm(raw, term)})
    or exists (select 1 from (
      select m.search_text, m.from_me, m.media_type from messages m
      where ${ofTicket(raw, f)} order by m.created_at desc, m.seq desc limit ${readThrough}
    ) as m where ${hasText(raw, term)})
    or (exists (
      select 1 from messages m where ${ofTicket(raw, f)} order by m.created_at desc, m.seq desc offset ${readThrough} limit 1
    ) and exists (
      select 1 from messages m where m.company_id = ${f.companyId}
        and ${hasKeys(raw, ofThisTicket)} and ${hasText(raw, term)}
    )))`
}

/** Hits among the tickets of a stretch of the list, in order; stops at `limit`. */
async function walk(
  db: Transaction,
  f: TicketFilter,
  term: SearchTerm,
  { from, to, limit }: { from: number; to: number; limit: number }
) {
  const raw = rawOf(db)
  const rows = await raw<{ id: number }[]>`
    select w.id from (
      select id, updated_at from ${newestTickets(raw, f, to)} as listed order by updated_at desc, id desc offset ${from}
    ) as w cross join lateral (
      select 1 from tickets t where t.company_id = ${f.companyId} and t.id = w.id ${hasTags(raw, f)} and ${matches(raw, f, term)}
      limit 1) as hit
    order by w.updated_at desc, w.id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Reading all messages is never the way, nor is a bitmap that forgets rows: both would make keys of every message. */
const keepToIndexes = (raw: Sql) =>
  raw`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '64MB', true)`

/** The first `limit` hits and how many there are, by the index; null when more than `most` places hold the text. */
function lookUp(db: Transaction, f: TicketFilter, term: SearchTerm, { most, limit }: { most: number; limit: number }) {
  return openTransaction(db, async (tx) => {
    const raw = rawOf(tx)
    await keepToIndexes(raw)
    const [row] = await raw<{ ids: number[] | null; total: number; read: number }[]>`
      with written as materialized (
        select m.ticket_id as id from messages m where m.company_id = ${f.companyId}
          and ${hasKeys(raw, raw`${term.keys}::tsquery`)} and ${hasText(raw, term)} limit ${most + 1}
      ), people as materialized (
        select c.id from contacts c where c.company_id = ${f.companyId} and ${holdsKeys(raw, f.companyId, term)} and ${holdsTerm(raw, term)}
        limit ${most + 1}
      ), read as materialized (
        select greatest((select count(*) from written), (select count(*) from people))::int as places
      ), hits as materialized (
        select t.id, t.updated_at from (
          select id from written union
          select k.id from people cross join lateral (
            select k.id from tickets k where k.company_id = ${f.companyId} and k.contact_id = people.id offset 0) k
        ) as found cross join lateral (
          select t.id, t.updated_at from tickets t where t.id = found.id and ${conditions(raw, f)} ${hasTags(raw, f)} limit 1
        ) t where (select places from read) <= ${most}
      )
      select (select array_agg(id order by updated_at desc, id desc) from (
          select id, updated_at from hits order by updated_at desc, id desc limit ${limit}) as top) as ids,
        (select count(*) from hits)::int as total, (select places from read) as read`
    return !row || row.read > most ? null : { ids: row.ids ?? [], total: row.total }
  })
}

/** Tickets that are asked one by one, of a word and of a phrase. */
const [fewOfWord, fewOfPhrase] = [1000, 300]
/** Tickets with a word of a phrase up to which the index over messages finds the phrase sooner than reading them. */
const manyOfPhrase = 10_000
/** Tickets that are read for a phrase, and for a word beyond those of the page, before all of them are. */
const [mostRead, mostDoubted] = [500, 200]
/** Tickets up to which the top of a list is looked at when its first ones hold the text. */
const mostOfTop = 5000

/**
 * The first `needed` hits by the words they hold; `total` is null when there may be more. Null when words do not tell: too
 * many hold the text, or they stand in many tickets where they do not follow one another.
 */
function searchWords(
  db: Transaction,
  f: TicketFilter,
  term: SearchTerm,
  { hits, looked, needed }: { hits: number; looked: number; needed: number }
): Promise<{ ids: number[]; total: number | null } | null> {
  return openTransaction(db, async (tx) => {
    const raw = rawOf(tx)
    await keepToIndexes(raw)
    const isWord = term.pieces.length === 1
    const few = isWord ? fewOfWord : fewOfPhrase
    const rarest = await rarestPiece(tx, f.companyId, term, isWord ? few + 1 : manyOfPhrase)
    if (!rarest) return null
    const search = { ...rarest, term, matches: matches(raw, f, term) }
    const found = await fewOfWords(tx, f, search, { most: few, limit: needed })
    if ('ids' in found) return found
    if (!isWord && rarest.places < manyOfPhrase) return null
    const sweep = (within: number | null, most: number) =>
      sweepWords(tx, f, search, { within, most, hasPeople: found.people > 0, limit: needed })
    // Twice as far as the share promises.
    const top = looked + Math.min(mostOfTop, Math.ceil(((needed - hits) * 2 * looked) / Math.max(hits, 1)))
    const steps: [number | null, number][] = isWord
      ? [
          ...(hits > 0 ? [[top, needed + mostDoubted] as [number, number]] : []),
          [null, needed + mostDoubted],
          [null, top * 1e6]
        ]
      : [[null, mostRead]]
    for (const [within, most] of steps) {
      const { ids, isAll } = await sweep(within, most)
      if (ids.length === needed) return { ids, total: null }
      if (isAll) return { ids, total: ids.length }
    }
    return null
  })
}

/** Tickets a search begins with, and the most it goes on to when the first show that the text is not rare. */
const [firstLook, secondLook] = [150, 3000]
/** Share of hits above which going on finds a page sooner than looking up every place that holds the text. */
const commonShare = 0.025
/** Places that are looked up in the time in which one ticket is read. */
const positionsPerTicket = 5
/** Places of a text that is rare whatever the list. */
const fewPositions = 10_000
/** Tickets a list is counted to before all places of a frequent text are looked up. */
const mostListed = 1_000_000

/**
 * A page of hits, newest first. A common text is found by reading tickets in the order of the list, any other by the words
 * it is part of. A phrase of words that are frequent alone is left to the index over messages, or to reading on; which of
 * the two is quicker shows in the first tickets.
 */
export async function searchTickets(
  db: Transaction,
  f: TicketFilter,
  term: SearchTerm,
  { offset, limit }: Stretch
): Promise<FoundTickets> {
  const needed = offset + limit
  const answer = (ids: number[], total: number | null) => ({ ids: ids.slice(offset), total })
  const first = Math.max(firstLook, needed * 2)
  const hits = await walk(db, f, term, { from: 0, to: first, limit: needed })
  if (hits.length === needed) return answer(hits, null)
  const byWords = await searchWords(db, f, term, { hits: hits.length, looked: first, needed })
  if (byWords) return answer(byWords.ids, byWords.total)
  const share = hits.length / first
  if (share >= commonShare) {
    const further = Math.ceil((needed - hits.length) / share)
    // In a small company all places are found in half the time of going on.
    const all = await lookUp(db, f, term, { most: Math.ceil((further * positionsPerTicket) / 2), limit: needed })
    if (all) return answer(all.ids, all.total)
    // Twice as far as the share promises.
    const second = first + Math.min(further * 2, Math.max(secondLook, needed * 20))
    hits.push(...(await walk(db, f, term, { from: first, to: second, limit: needed - hits.length })))
  }
  if (hits.length === needed) return answer(hits, null)
  const few = await lookUp(db, f, term, { most: fewPositions, limit: needed })
  if (few) return answer(few.ids, few.total)
  // Frequent, but not here: the smaller of the two is gone through, all places of the text or the whole list.
  const listed = await countTickets(db, { ...f, tags: [] }, mostListed)
  const found = await lookUp(db, f, term, { most: listed * positionsPerTicket, limit: needed })
  if (found) return answer(found.ids, found.total)
  const whole = await walk(db, f, term, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: needed })
  return answer(whole, whole.length < needed ? whole.length : null)
}
