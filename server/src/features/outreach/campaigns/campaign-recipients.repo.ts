// SQL of the recipients of campaigns; every statement is scoped by company.
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { holdsText } from '#platform/text/plain-search.repo.ts'
import { campaignFirstContacts, campaignRecipients } from '#database/tables/outreach/campaigns.ts'

export type RecipientRow = typeof campaignRecipients.$inferSelect

const oneOf = (companyId: number, id: number) =>
  and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.id, id))
const ofCampaign = (companyId: number, campaignId: number) =>
  and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.campaignId, campaignId))

const isNext = sql`(${campaignRecipients.state} = 'waiting'
  or ${campaignRecipients.state} = 'asked' and ${campaignRecipients.confirmedAt} is not null)`

/** Whether anybody is still to be written to. */
export async function someoneWaits(db: Transaction, companyId: number, campaignId: number): Promise<boolean> {
  const rows = await db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(and(ofCampaign(companyId, campaignId), isNext))
    .limit(1)
  return rows.length > 0
}

/** Somebody with whom the connection has talked before: the number as contacts compare it. */
function isKnownTo(connectionId: number | null) {
  return sql`exists (
  select 1 from contacts c join tickets t on t.company_id = c.company_id and t.contact_id = c.id
  where c.company_id = ${campaignRecipients.companyId} and not c.is_group
    and c.number_key = regexp_replace(${campaignRecipients.number}, '^(?:55)?([1-9]{2})9?([6-9][0-9]{7})$', '\\1\\2')
    and t.connection_id = ${connectionId} and t.last_message <> '')`
}

interface Sending {
  companyId: number
  id: number
  connectionId: number | null
}

/** Whoever is to be written to next: those who confirmed first. `onlyKnown`: no strangers to the connection. */
export async function nextRecipients(
  db: Transaction,
  { companyId, id, connectionId }: Sending,
  { limit, onlyKnown }: { limit: number; onlyKnown: boolean }
): Promise<RecipientRow[]> {
  const find = (condition: SQL | undefined, most: number) =>
    db
      .select()
      .from(campaignRecipients)
      .where(and(ofCampaign(companyId, id), condition))
      .orderBy(asc(campaignRecipients.id))
      .limit(most)
  const { state, confirmedAt } = campaignRecipients
  const confirmed = await find(and(eq(state, 'asked'), isNotNull(confirmedAt)), limit)
  if (confirmed.length === limit) return confirmed
  const waiting = and(eq(state, 'waiting'), onlyKnown ? isKnownTo(connectionId) : undefined)
  return [...confirmed, ...(await find(waiting, limit - confirmed.length))]
}

/** Held until the end of the transaction. */
export function lockRecipients(db: Transaction, companyId: number, ids: number[]): Promise<RecipientRow[]> {
  return db
    .select()
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.companyId, companyId), inArray(campaignRecipients.id, ids)))
    .orderBy(asc(campaignRecipients.id))
    .for('update')
}

export const changeRecipient = (db: Transaction, companyId: number, id: number, change: Partial<RecipientRow>) =>
  db.update(campaignRecipients).set(change).where(oneOf(companyId, id))

interface Sender {
  companyId: number
  connectionId: number
  day: string
}

/** First contacts that a connection has made on a day, and days before it on which it made some. */
export async function firstContactsOf(
  db: Transaction,
  { companyId, connectionId, day }: Sender
): Promise<{ today: number; daysBefore: number }> {
  const rows = await db
    .select({ day: campaignFirstContacts.day, count: campaignFirstContacts.count })
    .from(campaignFirstContacts)
    .where(and(eq(campaignFirstContacts.companyId, companyId), eq(campaignFirstContacts.connectionId, connectionId)))
  const today = rows.find((row) => row.day === day)?.count ?? 0
  return { today, daysBefore: rows.filter((row) => row.day < day).length }
}

/**
 * Counts them in, unless the day's budget would be exceeded; false then. Whoever counts at the same time waits for the row,
 * so that two campaigns of one connection share its budget to the last contact.
 */
export async function claimFirstContacts(
  db: Transaction,
  sender: Sender,
  count: number,
  budget: number
): Promise<boolean> {
  const most = Number.isFinite(budget) ? budget : null
  const rows = await rawOf(db)`
    insert into campaign_first_contacts as c (company_id, connection_id, day, count)
    select ${sender.companyId}, ${sender.connectionId}, ${sender.day}, ${count}
    where ${most}::int is null or ${count}::int <= ${most}::int
    on conflict (company_id, connection_id, day) do update set count = c.count + excluded.count
    where ${most}::int is null or c.count + excluded.count <= ${most}::int
    returning c.count`
  return rows.length > 0
}

/** Recipients behind contacts: those who were asked and have not answered, or who were ever written to. */
export function recipientsOfContacts(
  db: Transaction,
  companyId: number,
  contactIds: number[],
  which: 'asked' | 'all'
): Promise<RecipientRow[]> {
  return db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, companyId),
        inArray(campaignRecipients.contactId, contactIds),
        which === 'asked'
          ? and(eq(campaignRecipients.state, 'asked'), isNull(campaignRecipients.confirmedAt))
          : undefined
      )
    )
}

/**
 * Contacts have written: the newest campaign message that each got since a moment is answered, and so it was read. Answers
 * with the campaigns whose numbers moved.
 */
export async function noteAnswers(
  db: Transaction,
  companyId: number,
  contactIds: number[],
  { now, since }: { now: Date; since: Date }
): Promise<number[]> {
  const at = now.toISOString()
  const rows = await rawOf(db)<{ campaignId: number }[]>`
    with newest as (
      select distinct on (contact_id) id from campaign_recipients
      where company_id = ${companyId} and contact_id = any(${contactIds}::bigint[]) and state = 'sent'
        and sent_at >= ${since.toISOString()}::timestamptz
      order by contact_id, sent_at desc)
    update campaign_recipients r set answered_at = ${at}::timestamptz, read_at = coalesce(r.read_at, ${at}::timestamptz)
    from newest where r.company_id = ${companyId} and r.id = newest.id and r.answered_at is null
    returning r.campaign_id as "campaignId"`
  return [...new Set(rows.map(({ campaignId }) => campaignId))]
}

/** Those who could not be reached wait again, for a message of its own; who has confirmed is not asked once more. */
export function retryFailed(db: Transaction, companyId: number, campaignId: number) {
  return db
    .update(campaignRecipients)
    .set({
      state: sql`case when ${campaignRecipients.confirmedAt} is null then 'waiting' else 'asked' end`,
      reason: null,
      messageIds: [],
      attempt: sql`${campaignRecipients.attempt} + 1`
    })
    .where(
      // Whoever was erased cannot be written to.
      and(ofCampaign(companyId, campaignId), eq(campaignRecipients.state, 'failed'), ne(campaignRecipients.number, ''))
    )
}

/** Numbers of those who wait, from behind one of them. */
export function waitingAfter(
  db: Transaction,
  { companyId, campaignId }: { companyId: number; campaignId: number },
  last: number,
  limit: number
): Promise<{ id: number; numberKey: string }[]> {
  return db
    .select({ id: campaignRecipients.id, numberKey: campaignRecipients.numberKey })
    .from(campaignRecipients)
    .where(
      and(ofCampaign(companyId, campaignId), eq(campaignRecipients.state, 'waiting'), gt(campaignRecipients.id, last))
    )
    .orderBy(asc(campaignRecipients.id))
    .limit(limit)
}

export function leaveOut(db: Transaction, companyId: number, ids: number[], reason: string): Promise<unknown> {
  return db
    .update(campaignRecipients)
    .set({ state: 'skipped', reason })
    .where(and(eq(campaignRecipients.companyId, companyId), inArray(campaignRecipients.id, ids)))
}

/** Those nobody has written to, whoever was left out included. */
export function dropWaiting(db: Transaction, companyId: number, campaignId: number) {
  return db
    .delete(campaignRecipients)
    .where(
      and(
        ofCampaign(companyId, campaignId),
        inArray(campaignRecipients.state, ['waiting', 'skipped']),
        isNull(campaignRecipients.confirmationRequestedAt),
        isNull(campaignRecipients.sentAt)
      )
    )
}

/** When each was written to, for clients that count themselves. */
export function shippingOf(db: Transaction, companyId: number, campaignId: number) {
  return db
    .select({
      deliveredAt: campaignRecipients.deliveredAt,
      askedAt: campaignRecipients.confirmationRequestedAt,
      confirmedAt: campaignRecipients.confirmedAt
    })
    .from(campaignRecipients)
    .where(ofCampaign(companyId, campaignId))
}

interface RecipientFilter {
  companyId: number
  campaignId: number
  search: string
  state: RecipientRow['state'] | undefined
  /** For somebody who may not see numbers. */
  hidesNumbers: boolean
}

function matching({ companyId, campaignId, search, state, hidesNumbers }: RecipientFilter) {
  const { name, number } = campaignRecipients
  return and(
    ofCampaign(companyId, campaignId),
    state === undefined ? undefined : eq(campaignRecipients.state, state),
    holdsText({ typed: search, name, number, hidesNumbers })
  )
}

export function pageOfRecipients(
  db: Transaction,
  filter: RecipientFilter,
  { offset, limit }: { offset: number; limit: number }
): Promise<RecipientRow[]> {
  return db
    .select()
    .from(campaignRecipients)
    .where(matching(filter))
    .orderBy(asc(campaignRecipients.id))
    .limit(limit)
    .offset(offset)
}

export const countMatching = (db: Transaction, filter: RecipientFilter): Promise<number> =>
  db.$count(campaignRecipients, matching(filter))

/** In their order, from behind one of them. */
export function recipientsAfter(
  db: Transaction,
  { companyId, campaignId }: { companyId: number; campaignId: number },
  last: number,
  limit: number
): Promise<RecipientRow[]> {
  return db
    .select()
    .from(campaignRecipients)
    .where(and(ofCampaign(companyId, campaignId), gt(campaignRecipients.id, last)))
    .orderBy(asc(campaignRecipients.id))
    .limit(limit)
}

/** Nobody is named any more, and nobody of them is written to; what became of them stays counted. Returns the campaigns. */
export async function eraseRecipients(
  db: Transaction,
  companyId: number,
  { contactIds, keys }: { contactIds: number[]; keys: string[] }
): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    update campaign_recipients set name = '', number = '', email = '', number_key = 'erased-' || id, contact_id = null,
      state = case when state in ('waiting', 'asked') then 'skipped' else state end,
      reason = case when state in ('waiting', 'asked') then 'erased' else reason end
    where company_id = ${companyId} and (contact_id = any(${contactIds}::bigint[]) or number_key = any(${keys}::text[]))
    returning campaign_id as id`
  return [...new Set(rows.map(({ id }) => id))]
}
