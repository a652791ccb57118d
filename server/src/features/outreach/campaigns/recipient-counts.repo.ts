// SQL of what became of a campaign's recipients, in numbers.
import { rawOf, type Transaction } from '#database/client.ts'

interface Counts {
  /** Known to be on WhatsApp: WhatsApp said so, or they are customers already. Whoever was left out unasked is not among them. */
  valid: number
  /** Nobody has asked WhatsApp about them yet. */
  unchecked: number
  waiting: number
  asked: number
  confirmed: number
  sent: number
  delivered: number
  read: number
  answered: number
  skipped: number
  failed: number
}

const none: Counts = {
  ...{ valid: 0, unchecked: 0, waiting: 0, asked: 0, confirmed: 0, sent: 0 },
  ...{ delivered: 0, read: 0, answered: 0, skipped: 0, failed: 0 }
}

export async function countRecipients(db: Transaction, companyId: number, campaignId: number): Promise<Counts> {
  // Whoever has a contact was looked up before, and a tag is worn by contacts alone. The others are known by their list.
  const [row] = await rawOf(db)<Counts[]>`
    select count(*) filter (where known.is_valid)::int as valid,
      count(*) filter (where not known.is_valid and state = 'waiting')::int as unchecked,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where confirmation_requested_at is not null)::int as asked,
      count(*) filter (where confirmed_at is not null)::int as confirmed,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where delivered_at is not null)::int as delivered,
      count(*) filter (where read_at is not null)::int as read,
      count(*) filter (where answered_at is not null)::int as answered,
      count(*) filter (where state = 'skipped')::int as skipped,
      count(*) filter (where state = 'failed')::int as failed
    from campaign_recipients r
    join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
    left join contact_list_items i on r.contact_id is null and i.company_id = r.company_id
      and i.contact_list_id = c.contact_list_id and i.number_key = r.number_key
    cross join lateral (
      select (r.state <> 'skipped' or r.confirmation_requested_at is not null) and r.reason is distinct from 'not-on-whatsapp' and (
        r.contact_id is not null or c.contact_list_id is null or coalesce(i.is_whatsapp_valid, false)
      ) as is_valid
    ) known
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId}`
  return row ?? none
}
