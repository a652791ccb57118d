// SQL of campaigns; every statement is scoped by company.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { campaignRecipients, campaigns } from '#database/tables/outreach/campaigns.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { contactLists } from '#database/tables/outreach/contact-lists.ts'

export type CampaignRow = typeof campaigns.$inferSelect
export type NewCampaign = typeof campaigns.$inferInsert

export interface ShownCampaign {
  campaign: CampaignRow
  listName: string | null
  connectionName: string | null
  hasFailed: boolean
}

const shown = {
  campaign: campaigns,
  listName: contactLists.name,
  connectionName: connections.name,
  hasFailed: sql<boolean>`exists (
    select from campaign_recipients r
    where r.company_id = ${campaigns.companyId} and r.campaign_id = ${campaigns.id} and r.state = 'failed'
  )`
}
function select(db: Transaction) {
  return db
    .select(shown)
    .from(campaigns)
    .leftJoin(
      contactLists,
      and(eq(contactLists.companyId, campaigns.companyId), eq(contactLists.id, campaigns.contactListId))
    )
    .leftJoin(
      connections,
      and(eq(connections.companyId, campaigns.companyId), eq(connections.id, campaigns.connectionId))
    )
}

function named(companyId: number, search: string) {
  return and(
    eq(campaigns.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${campaigns.name}), lower(${search}::text)) > 0`
  )
}
const oneOf = (companyId: number, id: number) => and(eq(campaigns.companyId, companyId), eq(campaigns.id, id))

export function pageOfCampaigns(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<ShownCampaign[]> {
  return select(db)
    .where(named(companyId, search))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(limit)
    .offset(offset)
}

export const countCampaigns = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(campaigns, named(companyId, search))

export async function findCampaign(db: Transaction, companyId: number, id: number): Promise<ShownCampaign | null> {
  const [row] = await select(db).where(oneOf(companyId, id))
  return row ?? null
}

/** Held until the end of the transaction. */
export async function lockCampaign(db: Transaction, companyId: number, id: number): Promise<CampaignRow | null> {
  const [row] = await db.select().from(campaigns).where(oneOf(companyId, id)).for('update')
  return row ?? null
}

/** The campaigns of these recipients, locked until the end of the transaction; always in the same order. */
export function lockCampaignsOf(db: Transaction, companyId: number, recipientIds: number[]) {
  return db
    .select({ id: campaigns.id, status: campaigns.status })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.companyId, companyId),
        inArray(
          campaigns.id,
          db
            .select({ id: campaignRecipients.campaignId })
            .from(campaignRecipients)
            .where(and(eq(campaignRecipients.companyId, companyId), inArray(campaignRecipients.id, recipientIds)))
        )
      )
    )
    .orderBy(campaigns.id)
    .for('update')
}

export async function hasCampaignRows(db: Transaction, companyId: number): Promise<boolean> {
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.companyId, companyId)).limit(1)
  return rows.length > 0
}

export async function insertCampaign(db: Transaction, row: NewCampaign): Promise<number> {
  const [inserted] = await db.insert(campaigns).values(row).returning({ id: campaigns.id })
  if (!inserted) throw new Error('a campaign was not inserted')
  return inserted.id
}

export const changeCampaign = (db: Transaction, companyId: number, id: number, change: Partial<NewCampaign>) =>
  db.update(campaigns).set(change).where(oneOf(companyId, id))

export const deleteCampaign = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(campaigns).where(oneOf(companyId, id))

export interface CampaignKey {
  companyId: number
  campaignId: number
}

/** Campaigns of all companies that run, whose moment has come, or of which somebody confirmed and has not been written to. */
export async function campaignsAtWork(db: Transaction, now: Date): Promise<CampaignKey[]> {
  return rawOf(db)<CampaignKey[]>`
    select company_id as "companyId", id as "campaignId" from campaigns
    where status in ('PROGRAMADA', 'EM_ANDAMENTO')
      and (status = 'EM_ANDAMENTO' or scheduled_at <= ${now.toISOString()}::timestamptz)
    union
    select r.company_id, r.campaign_id from campaign_recipients r
    join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
    where r.state = 'asked' and r.confirmed_at is not null and c.status in ('EM_ANDAMENTO', 'FINALIZADA')`
}

/** Those of one connection that run. */
export function campaignsOfConnection(
  db: Transaction,
  companyId: number,
  connectionId: number
): Promise<CampaignKey[]> {
  return db
    .select({ companyId: campaigns.companyId, campaignId: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.companyId, companyId),
        eq(campaigns.connectionId, connectionId),
        eq(campaigns.status, 'EM_ANDAMENTO')
      )
    )
}

/** Takes the people in: those of the list, or those who wear the tag, or have a ticket that does. Who opted out is left out, unless erased since. */
export async function insertRecipients(
  db: Transaction,
  { companyId, id, contactListId, tagId }: Pick<CampaignRow, 'companyId' | 'id' | 'contactListId' | 'tagId'>
): Promise<void> {
  const raw = rawOf(db)
  const people =
    contactListId === null
      ? raw`select distinct on (number_key) c.id as place, c.name, c.number, c.email, true as valid,
              regexp_replace(c.number, '^55([0-9]{2})9([6-9][0-9]{7})$', '55\\1\\2') as number_key
            from (
              select t.contact_id from ticket_tags g
              join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
              where g.company_id = ${companyId} and g.tag_id = ${tagId}
              union
              select g.contact_id from contact_tags g where g.company_id = ${companyId} and g.tag_id = ${tagId}
            ) as w join contacts c on c.company_id = ${companyId} and c.id = w.contact_id
            where c.number is not null and not c.is_group`
      : raw`select i.id as place, i.name, i.number, i.number_key, i.email, i.is_whatsapp_valid or i.checked_at is null as valid
            from contact_list_items i where i.company_id = ${companyId} and i.contact_list_id = ${contactListId}`
  await raw`
    insert into campaign_recipients (company_id, campaign_id, name, number, number_key, email, state, reason)
    select ${companyId}, ${id}, p.name, p.number, p.number_key, p.email,
      case when o.number_key is not null or not p.valid then 'skipped' else 'waiting' end,
      case when o.number_key is not null then 'opted-out' when not p.valid then 'not-on-whatsapp' end
    from (${people}) p
    left join campaign_opt_outs o on o.company_id = ${companyId} and o.number_key = p.number_key
      and o.revoked_at is null
    order by p.place
    on conflict do nothing`
}

/** Those of the files that a campaign names; its rows are read once, however many files are asked about. */
export async function keysAmong(db: Transaction, companyId: number, keys: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ key: string }[]>`
    select f.key from campaigns c cross join lateral (
      select c.media -> 'media' ->> 'key' as key
      union all
      select a -> 'media' ->> 'key'
      from jsonb_array_elements(case when jsonb_typeof(c.attached) = 'array' then c.attached end) a
    ) f where c.company_id = ${companyId} and f.key in (select unnest(${keys}::text[]))`
  return rows.map(({ key }) => key)
}
