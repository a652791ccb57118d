// SQL of what was written and said between campaigns and their recipients; every statement is scoped by company.
import { rawOf, type Transaction } from '#database/client.ts'

/**
 * Whether anything was said in the conversations with a contact behind the newest message of a campaign. By the order in
 * which messages came: times of WhatsApp are whole seconds, and those of another clock.
 */
export const saidSince = async (
  db: Transaction,
  companyId: number,
  { contactId, messageId }: { contactId: number; messageId: string }
): Promise<{ byUs: boolean; byThem: boolean }> => {
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
      delivered_at = case when m.delivery = 'sent' and r.state <> 'asked' and r.sent_at is not null then now() end,
      state = case
        when m.delivery = 'failed' then 'failed'
        when r.state = 'asked' or r.sent_at is null then 'asked'
        else 'sent' end,
      reason = case when m.delivery = 'failed' then coalesce(m.failure, 'unknown') end,
      -- A question that went out is not looked after any more.
      message_id = case when m.delivery = 'sent' and (r.state = 'asked' or r.sent_at is null) then null else r.message_id end
    from messages m
    where r.company_id = ${companyId} and m.company_id = ${companyId} and r.message_id = any(${messageIds}::uuid[])
      and m.id = r.message_id and r.delivered_at is null
      and ((r.state = 'sent' and m.delivery in ('sent', 'failed'))
        or (r.state = 'asked' and r.confirmed_at is null and m.delivery in ('sent', 'failed'))
        or (r.state = 'failed' and m.delivery = 'sent'))
    returning r.campaign_id as "campaignId", case when m.delivery = 'failed' then m.failure end as failure`

/** Messages since a moment whose outcome is known and stands at no recipient yet, by company. */
export const unheardMessages = async (
  db: Transaction,
  since: Date
): Promise<{ companyId: number; messageIds: string[] }[]> =>
  rawOf(db)<{ companyId: number; messageIds: string[] }[]>`
    select r.company_id as "companyId", array_agg(r.message_id) as "messageIds" from (
      select company_id, message_id from campaign_recipients
      where state = 'sent' and delivered_at is null and sent_at >= ${since.toISOString()}::timestamptz
      union all
      select company_id, message_id from campaign_recipients
      where state = 'asked' and message_id is not null and confirmed_at is null
        and confirmation_requested_at >= ${since.toISOString()}::timestamptz
    ) r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    where m.delivery in ('sent', 'failed')
    group by r.company_id`

export interface WrittenPart {
  clientId: string
  /** Storage key of its file. */
  key: string | null
}

/** What went out to a recipient with earlier attempts, by the beginning of its client ids; what failed did not. */
export const partsOut = (
  db: Transaction,
  companyId: number,
  { contactId, mark }: { contactId: number; mark: string }
): Promise<WrittenPart[]> =>
  rawOf(db)<WrittenPart[]>`
    select client_id as "clientId", media ->> 'key' as key from messages
    where company_id = ${companyId} and contact_id = ${contactId} and from_me and delivery <> 'failed'
      and starts_with(client_id, ${mark})`
