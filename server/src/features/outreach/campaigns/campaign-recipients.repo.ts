// SQL of the recipients of campaigns; every statement is scoped by company.
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { campaignFirstContacts, campaignRecipients } from '#database/tables/campaigns.ts'

export type RecipientRow = typeof campaignRecipients.$inferSelect

const oneOf = (companyId: number, id: number) =>
  and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.id, id))
const ofCampaign = (companyId: number, campaignId: number) =>
  and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.campaignId, campaignId))

/** Whoever is to be written to next: those who confirmed first. */
export const nextRecipient = async (
  db: Transaction,
  companyId: number,
  campaignId: number
): Promise<RecipientRow | null> => {
  const find = (state: 'asked' | 'waiting') =>
    db
      .select()
      .from(campaignRecipients)
      .where(
        and(
          ofCampaign(companyId, campaignId),
          eq(campaignRecipients.state, state),
          state === 'asked' ? isNotNull(campaignRecipients.confirmedAt) : undefined
        )
      )
      .orderBy(asc(campaignRecipients.id))
      .limit(1)
  return (await find('asked'))[0] ?? (await find('waiting'))[0] ?? null
}

export const lockRecipient = async (db: Transaction, companyId: number, id: number): Promise<RecipientRow | null> => {
  const [row] = await db.select().from(campaignRecipients).where(oneOf(companyId, id)).for('update')
  return row ?? null
}

export const changeRecipient = (db: Transaction, companyId: number, id: number, change: Partial<RecipientRow>) =>
  db.update(campaignRecipients).set(change).where(oneOf(companyId, id))

export interface Counts {
  valid: number
  waiting: number
  asked: number
  confirmed: number
  sent: number
  delivered: number
  skipped: number
  failed: number
}

export const countRecipients = async (db: Transaction, companyId: number, campaignId: number): Promise<Counts> => {
  const [row] = await rawOf(db)<Counts[]>`
    select count(*) filter (where state <> 'skipped')::int as valid,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where confirmation_requested_at is not null)::int as asked,
      count(*) filter (where confirmed_at is not null)::int as confirmed,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where delivered_at is not null)::int as delivered,
      count(*) filter (where state = 'skipped')::int as skipped,
      count(*) filter (where state = 'failed')::int as failed
    from campaign_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`
  return row ?? { valid: 0, waiting: 0, asked: 0, confirmed: 0, sent: 0, delivered: 0, skipped: 0, failed: 0 }
}

interface Sender {
  companyId: number
  connectionId: number
  day: string
}

/** First contacts that a connection has made on a day, and days before it on which it made some. */
export const firstContactsOf = async (
  db: Transaction,
  { companyId, connectionId, day }: Sender
): Promise<{ today: number; daysBefore: number }> => {
  const rows = await db
    .select({ day: campaignFirstContacts.day, count: campaignFirstContacts.count })
    .from(campaignFirstContacts)
    .where(and(eq(campaignFirstContacts.companyId, companyId), eq(campaignFirstContacts.connectionId, connectionId)))
  const today = rows.find((row) => row.day === day)?.count ?? 0
  return { today, daysBefore: rows.filter((row) => row.day < day).length }
}

export const countFirstContact = (db: Transaction, sender: Sender) =>
  db
    .insert(campaignFirstContacts)
    .values({ ...sender, count: 1 })
    .onConflictDoUpdate({
      target: [campaignFirstContacts.companyId, campaignFirstContacts.connectionId, campaignFirstContacts.day],
      set: { count: sql`${campaignFirstContacts.count} + 1` }
    })

/** Recipients behind contacts: those who were asked and have not answered, or who were ever written to. */
export const recipientsOfContacts = (
  db: Transaction,
  companyId: number,
  contactIds: number[],
  which: 'asked' | 'all'
): Promise<RecipientRow[]> =>
  db
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

/** Those who could not be reached wait again, for a message of its own. */
export const retryFailed = (db: Transaction, companyId: number, campaignId: number) =>
  db
    .update(campaignRecipients)
    .set({ state: 'waiting', reason: null, messageId: null, attempt: sql`${campaignRecipients.attempt} + 1` })
    .where(and(ofCampaign(companyId, campaignId), eq(campaignRecipients.state, 'failed')))

/** Those nobody has written to, whoever was left out included. */
export const dropWaiting = (db: Transaction, companyId: number, campaignId: number) =>
  db
    .delete(campaignRecipients)
    .where(
      and(
        ofCampaign(companyId, campaignId),
        inArray(campaignRecipients.state, ['waiting', 'skipped']),
        isNull(campaignRecipients.confirmationRequestedAt),
        isNull(campaignRecipients.sentAt)
      )
    )

/**
 * Takes over what became of messages that were handed over; answers with campaigns whose numbers moved. One that failed
 * and that an attendant sent again has arrived after all.
 */
export const takeOutcomes = async (
  db: Transaction,
  companyId: number,
  messageIds: string[]
): Promise<{ campaignId: number; failure: string | null }[]> =>
  rawOf(db)<{ campaignId: number; failure: string | null }[]>`
    update campaign_recipients r set
      delivered_at = case when m.delivery = 'sent' then now() else r.delivered_at end,
      state = m.delivery,
      reason = case when m.delivery = 'failed' then coalesce(m.failure, 'unknown') end
    from messages m
    where r.company_id = ${companyId} and m.company_id = ${companyId} and r.message_id = any(${messageIds}::uuid[])
      and m.id = r.message_id and r.delivered_at is null
      and ((r.state = 'sent' and m.delivery in ('sent', 'failed')) or (r.state = 'failed' and m.delivery = 'sent'))
    returning r.campaign_id as "campaignId", case when m.delivery = 'failed' then m.failure end as failure`

/** Messages since a moment whose outcome is known and stands at no recipient yet, by company. */
export const unheardMessages = async (
  db: Transaction,
  since: Date
): Promise<{ companyId: number; messageIds: string[] }[]> =>
  rawOf(db)<{ companyId: number; messageIds: string[] }[]>`
    select r.company_id as "companyId", array_agg(r.message_id) as "messageIds" from campaign_recipients r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.state = 'sent' and r.delivered_at is null and r.sent_at >= ${since.toISOString()}::timestamptz
      and m.delivery in ('sent', 'failed')
    group by r.company_id`

/** When each was written to, for clients that count themselves. */
export const shippingOf = (db: Transaction, companyId: number, campaignId: number) =>
  db
    .select({ deliveredAt: campaignRecipients.deliveredAt, askedAt: campaignRecipients.confirmationRequestedAt })
    .from(campaignRecipients)
    .where(ofCampaign(companyId, campaignId))

interface RecipientFilter {
  companyId: number
  campaignId: number
  search: string
  state: RecipientRow['state'] | undefined
}

const matching = ({ companyId, campaignId, search, state }: RecipientFilter) => {
  const { name, number } = campaignRecipients
  return and(
    ofCampaign(companyId, campaignId),
    state === undefined ? undefined : eq(campaignRecipients.state, state),
    search === '' ? undefined : sql`strpos(lower(${name} || ' ' || ${number}), lower(${search}::text)) > 0`
  )
}

export const pageOfRecipients = (
  db: Transaction,
  filter: RecipientFilter,
  { offset, limit }: { offset: number; limit: number }
): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(matching(filter))
    .orderBy(asc(campaignRecipients.id))
    .limit(limit)
    .offset(offset)

export const countMatching = (db: Transaction, filter: RecipientFilter): Promise<number> =>
  db.$count(campaignRecipients, matching(filter))

/** In their order, from behind one of them. */
export const recipientsAfter = (
  db: Transaction,
  { companyId, campaignId }: { companyId: number; campaignId: number },
  last: number,
  limit: number
): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(and(ofCampaign(companyId, campaignId), gt(campaignRecipients.id, last)))
    .orderBy(asc(campaignRecipients.id))
    .limit(limit)

/** Two contacts are one person, or one (into null) goes. */
export const moveContact = (db: Transaction, companyId: number, from: number, into: number | null) =>
  db
    .update(campaignRecipients)
    .set({ contactId: into })
    .where(and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.contactId, from)))
