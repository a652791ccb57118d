// SQL of what was written and said between campaigns and their recipients; every statement is scoped by company.
import { ackLevels } from '@guiche/shared/features/inbox/messages.ts'
import { rawOf, type Transaction } from '#database/client.ts'

/**
 * Whether anything was said in the conversations with a contact behind the newest message of a campaign. By the order in
 * which messages came: times of WhatsApp are whole seconds, and those of another clock.
 */
export async function saidSince(
  db: Transaction,
  companyId: number,
  { contactId, messageId }: { contactId: number; messageId: string }
): Promise<{ byUs: boolean; byThem: boolean }> {
  const [row] = await rawOf(db)<{ byUs: boolean; byThem: boolean }[]>`
    with said as (
      select m.id, m.seq, m.from_me, coalesce(m.client_id, '') like 'campaign-%' as is_campaign
      from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id
      where t.company_id = ${companyId} and t.contact_id = ${contactId})
    select coalesce(bool_or(from_me), false) as "byUs", coalesce(bool_or(not from_me), false) as "byThem"
    from said where not is_campaign and id <> ${messageId}::uuid
      and seq > (select coalesce(max(seq), 0) from said where is_campaign)`
  return row ?? { byUs: false, byThem: false }
}

/**
 * Takes over what became of messages that were handed over; answers with campaigns whose numbers moved. Whoever is sent
 * several has them when all went out, and has failed when one did; one that an attendant sent again has arrived after all.
 */
export async function takeOutcomes(
  db: Transaction,
  companyId: number,
  recipientIds: number[]
): Promise<{ campaignId: number; failure: string | null }[]> {
  return rawOf(db)<{ campaignId: number; failure: string | null }[]>`
    with heard as (
      select r.id, r.state = 'asked' or r.sent_at is null as is_question,
        bool_and(m.delivery = 'sent') as is_sent, bool_or(m.delivery = 'failed') as is_failed,
        -- What stops the campaign says more than what is wrong with a file.
        (array_agg(m.failure order by m.failure is distinct from 'reach-out-locked', m.seq)
          filter (where m.delivery = 'failed'))[1] as failure
      from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = any(r.message_ids)
      where r.company_id = ${companyId} and r.id = any(${recipientIds}::bigint[])
      group by r.company_id, r.id)
    update campaign_recipients r set
      delivered_at = case when h.is_sent and not h.is_question then now() end,
      state = case when h.is_failed then 'failed' when h.is_question then 'asked' else 'sent' end,
      reason = case when h.is_failed then coalesce(h.failure, 'unknown') end,
      -- A question that went out is not looked after any more.
      message_ids = case when h.is_sent and h.is_question then '{}' else r.message_ids end
    from heard h
    where r.company_id = ${companyId} and r.id = h.id and r.delivered_at is null and (h.is_sent or h.is_failed)
      and (r.state = 'sent' or (r.state = 'asked' and r.confirmed_at is null) or (r.state = 'failed' and h.is_sent))
    returning r.campaign_id as "campaignId", case when h.is_failed then h.failure end as failure`
}

/** Notes who has read what they were sent; answers with the campaigns whose numbers moved. */
export async function takeReadings(db: Transaction, companyId: number, recipientIds: number[]): Promise<number[]> {
  const rows = await rawOf(db)<{ campaignId: number }[]>`
    update campaign_recipients r set read_at = now()
    where r.company_id = ${companyId} and r.id = any(${recipientIds}::bigint[]) and r.state = 'sent'
      and r.delivered_at is not null and r.read_at is null and exists (
        select 1 from messages m where m.company_id = r.company_id and m.id = any(r.message_ids) and m.ack >= ${ackLevels.read})
    returning r.campaign_id as "campaignId"`
  return [...new Set(rows.map(({ campaignId }) => campaignId))]
}

/** Recipients written to since a moment, of whose messages the outcome is known and stands nowhere yet, by company. */
export async function unheardRecipients(
  db: Transaction,
  since: Date
): Promise<{ companyId: number; recipientIds: number[] }[]> {
  return rawOf(db)<{ companyId: number; recipientIds: number[] }[]>`
    select r.company_id as "companyId", array_agg(r.id::int) as "recipientIds" from (
      select company_id, id, message_ids from campaign_recipients
      where state = 'sent' and delivered_at is null and sent_at >= ${since.toISOString()}::timestamptz
      union all
      select company_id, id, message_ids from campaign_recipients
      where state = 'asked' and message_ids <> '{}' and confirmed_at is null
        and confirmation_requested_at >= ${since.toISOString()}::timestamptz
    ) r
    where exists (
      select 1 from messages m
      where m.company_id = r.company_id and m.id = any(r.message_ids) and m.delivery in ('sent', 'failed'))
    group by r.company_id`
}

export interface WrittenPart {
  id: string
  clientId: string
  /** Storage key of its file. */
  key: string | null
}

/** What went out to a recipient with earlier attempts, by the beginning of its client ids; what failed did not. */
export function partsOut(
  db: Transaction,
  companyId: number,
  { contactId, mark }: { contactId: number; mark: string }
): Promise<WrittenPart[]> {
  return rawOf(db)<WrittenPart[]>`
    select id, client_id as "clientId", media ->> 'key' as key from messages
    where company_id = ${companyId} and contact_id = ${contactId} and from_me and delivery <> 'failed'
      and starts_with(client_id, ${mark})`
}
