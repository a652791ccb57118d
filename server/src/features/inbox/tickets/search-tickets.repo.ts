// SQL that finds tickets by a text: exact for rare words through the search index, by walking the list for common ones.
import type { PendingQuery, Row } from 'postgres'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'

/** What is searched for; patterns are lower case, escaped and surrounded by %. */
export interface TicketSearch {
  companyId: number
  like: string
  /** The same for digits of a number; empty when the search holds fewer than three. */
  likeDigits: string
  /** False for texts so short that no index helps: they are looked for in names and numbers alone. */
  inMessages: boolean
}

/** Hits up to which a search is answered by looking up every one of them. */
const mostLookedUp = 5_000

const ofContact = (raw: Sql, { like, likeDigits }: TicketSearch): PendingQuery<Row[]> =>
  likeDigits === '' ? raw`lower(c.name) like ${like}` : raw`(lower(c.name) like ${like} or c.number like ${likeDigits})`

/** Ids of all tickets that match; null when there are so many hits that walking the list finds a page sooner. */
export const searchHits = async (db: Transaction, search: TicketSearch): Promise<number[] | null> => {
  const raw = rawOf(db)
  const { companyId, like, inMessages } = search
  const people = await raw<{ id: number }[]>`
    select c.id from contacts c where c.company_id = ${companyId} and ${ofContact(raw, search)} limit ${mostLookedUp + 1}`
  if (people.length > mostLookedUp) return null
  const written = inMessages
    ? await raw<{ ticket_id: number }[]>`
        select m.ticket_id from messages m where m.company_id = ${companyId} and lower(m.body) like ${like}
        limit ${mostLookedUp + 1}`
    : []
  if (written.length > mostLookedUp) return null
  const theirs = await raw<{ id: number }[]>`
    select id from tickets where company_id = ${companyId} and contact_id = any(${people.map(({ id }) => id)}::bigint[])`
  return [...new Set([...theirs.map(({ id }) => id), ...written.map(({ ticket_id }) => ticket_id)])]
}

/** A condition on a ticket `t` that holds for exactly those that match; `hits` as `searchHits` found them. */
export const ticketMatch = (raw: Sql, search: TicketSearch, hits: number[] | null): PendingQuery<Row[]> => {
  if (hits !== null) return raw`t.id = any(${hits}::bigint[])`
  const byContact = raw`exists (select 1 from contacts c
    where c.company_id = t.company_id and c.id = t.contact_id and ${ofContact(raw, search)})`
  if (!search.inMessages) return byContact
  return raw`(${byContact} or exists (select 1 from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id and lower(m.body) like ${search.like}))`
}
