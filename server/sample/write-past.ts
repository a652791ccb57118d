// Writes the planned past of a company into the database, in one transaction.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import type { Bakery, Customer } from './bakery.ts'
import { writePastCampaign } from './past-campaign.ts'
import { writePastOutages } from './past-outages.ts'
import { planPast, type PastTicket } from './plan-past.ts'

interface Place {
  companyId: number
  connectionId: number
  /** By name. */
  queues: Map<string, number>
  tags: Map<string, number>
  columns: number[]
  contacts: Map<string, number>
  /** Who serves a queue, by the queue's id; whoever comes first serves the others. */
  servers: Map<number, number>
  anybody: number
}

interface Row {
  id: number
  name: string
}

const byName = (rows: readonly Row[]): Map<string, number> => new Map(rows.map(({ id, name }) => [name, id]))

/** Contacts of the past customers, with the address of their number. */
async function writeContacts(
  tx: TransactionSql,
  customers: readonly Customer[],
  companyId: number,
  since: Date
): Promise<Map<string, number>> {
  const rows = customers.map(({ name, number }) => ({ company_id: companyId, name, number, created_at: since }))
  const contacts = await tx<{ id: number; number: string }[]>`
    insert into contacts ${tx(rows)} returning id::int, number`
  await tx`
    insert into contact_addresses ${tx(
      contacts.map(({ id, number }) => ({
        company_id: companyId,
        address: `${number}@s.whatsapp.net`,
        contact_id: id
      }))
    )}`
  return new Map(contacts.map(({ id, number }) => [number, id]))
}

async function placeOf(
  tx: TransactionSql,
  { customers }: Bakery,
  companyId: number,
  since: Date
): Promise<Place | null> {
  const [connection] = await tx<{ id: number }[]>`
    select id::int from connections where company_id = ${companyId} order by id limit 1`
  const users = await tx<{ id: number; queue_id: number | null }[]>`
    select u.id::int, q.queue_id::int from users u
    left join user_queues q on q.company_id = u.company_id and q.user_id = u.id
    where u.company_id = ${companyId} order by u.id`
  if (!connection || !users[0]) return null
  return {
    companyId,
    connectionId: connection.id,
    queues: byName(await tx<Row[]>`select id::int, name from queues where company_id = ${companyId}`),
    tags: byName(await tx<Row[]>`select id::int, name from tags where company_id = ${companyId}`),
    columns: (
      await tx<{ id: number }[]>`
        select id::int from kanban_columns where company_id = ${companyId} order by order_index, id`
    ).map(({ id }) => id),
    contacts: await writeContacts(tx, customers, companyId, since),
    servers: new Map(users.flatMap(({ id, queue_id: queue }) => (queue === null ? [] : [[queue, id] as const]))),
    anybody: users[0].id
  }
}

/** What the conversation shows between the messages: taken, resolved, rated. */
async function writeActivities(
  tx: TransactionSql,
  { userId, ...place }: { companyId: number; ticketId: number; userId: number | null },
  ticket: PastTicket,
  lastAt: Date
): Promise<void> {
  const soon = (seconds: number): Date => new Date(lastAt.getTime() + seconds * 1000)
  const resolved = { kind: 'resolved', userId, rating: null, at: soon(20) }
  const rows = [
    ...(ticket.acceptedAt === null ? [] : [{ kind: 'accepted', userId, rating: null, at: ticket.acceptedAt }]),
    ...(ticket.status === 'closed' ? [resolved] : []),
    ...(ticket.rating === null ? [] : [{ kind: 'rated', userId: null, rating: ticket.rating, at: soon(60) }])
  ].map(({ kind, rating, at, ...by }) => ({
    company_id: place.companyId,
    ticket_id: place.ticketId,
    kind,
    user_id: by.userId,
    rating,
    created_at: at
  }))
  if (rows.length > 0) await tx`insert into ticket_activities ${tx(rows)}`
}

async function writeTicket(tx: TransactionSql, place: Place, ticket: PastTicket): Promise<void> {
  const { companyId, connectionId } = place
  const [first, last] = [ticket.messages[0], ticket.messages.at(-1)]
  const contactId = place.contacts.get(ticket.customer.number)
  if (!first || !last || contactId === undefined) return
  const queueId = place.queues.get(ticket.dialogue.queue) ?? null
  const isWaiting = ticket.status === 'pending'
  const userId = isWaiting ? null : (place.servers.get(queueId ?? 0) ?? place.anybody)
  // Of those in service some are on a column already.
  const column = ticket.status === 'open' ? place.columns[contactId % (place.columns.length + 1)] : undefined
  const unread = isWaiting ? ticket.messages.length : 0
  const [row] = await tx<{ id: number }[]>`
    insert into tickets ${tx({
      company_id: companyId,
      status: ticket.status,
      contact_id: contactId,
      connection_id: connectionId,
      queue_id: queueId,
      user_id: userId,
      last_message: last.body.slice(0, 250),
      from_me: last.fromMe,
      last_message_at: last.at,
      unread_messages: unread,
      waiting_since: isWaiting ? first.at : ticket.status === 'closed' || last.fromMe ? null : last.at,
      kanban_column_id: column ?? null,
      created_at: first.at,
      updated_at: last.at
    })} returning id::int`
  const ticketId = row?.id ?? 0
  await tx`
    insert into messages ${tx(
      ticket.messages.map(({ fromMe, body, at }) => ({
        company_id: companyId,
        id: randomUUID(),
        ticket_id: ticketId,
        contact_id: contactId,
        connection_id: connectionId,
        queue_id: queueId,
        user_id: fromMe ? userId : null,
        wa_id: `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
        from_me: fromMe,
        body,
        ack: fromMe ? 4 : 0,
        delivery: fromMe ? 'sent' : 'received',
        read: fromMe || !isWaiting,
        created_at: at,
        updated_at: at
      }))
    )}`
  const isClosed = ticket.status === 'closed'
  await tx`
    insert into ticket_tracking ${tx({
      company_id: companyId,
      ticket_id: ticketId,
      connection_id: connectionId,
      user_id: userId,
      queue_id: queueId,
      queued_at: first.at,
      started_at: ticket.acceptedAt,
      finished_at: isClosed ? last.at : null,
      rating: ticket.rating,
      rating_at: ticket.rating === null ? null : last.at,
      created_at: first.at
    })}`
  await writeActivities(tx, { companyId, ticketId, userId }, ticket, last.at)
  const tagId = ticket.dialogue.tag === null ? undefined : place.tags.get(ticket.dialogue.tag)
  if (tagId !== undefined) {
    await tx`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${ticketId}, ${tagId})`
  }
}

/** In the newest conversation that a colleague has, the admin is asked something in a note. */
async function writeNote(
  tx: TransactionSql,
  { companyId, anybody }: Place,
  question: string,
  now: Date
): Promise<void> {
  const [ticket] = await tx<{ id: number; contact_id: number; user_id: number }[]>`
    select id::int, contact_id::int, user_id::int from tickets
    where company_id = ${companyId} and status = 'open' and user_id <> ${anybody} order by updated_at desc limit 1`
  if (!ticket) return
  await tx`
    with admin as (select id, name from users where company_id = ${companyId} and id = ${anybody}),
    note as (
      insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at)
      select ${companyId}, ${ticket.id}, ${ticket.contact_id}, ${ticket.user_id}, '@' || name || ', ' || ${question}::text, ${now}
      from admin returning id)
    insert into note_mentions (company_id, note_id, user_id) select ${companyId}, note.id, admin.id from note, admin`
}

/** What was said counts in its months, as if the server had taken it. */
async function countMonths(tx: TransactionSql, companyId: number): Promise<void> {
  await tx`
    insert into company_months as m (company_id, month, sent, received, campaigns)
    select ${companyId}, month, sum(sent), sum(received), sum(campaigns) from (
      select date_trunc('month', s.created_at at time zone c.time_zone)::date as month,
        from_me::int as sent, (not from_me)::int as received, 0 as campaigns
      from messages s join companies c on c.id = s.company_id where s.company_id = ${companyId}
      union all
      select date_trunc('month', s.counted_at at time zone c.time_zone)::date, 0, 0, 1
      from campaigns s join companies c on c.id = s.company_id where s.company_id = ${companyId} and s.counted_at is not null
    ) counted group by month
    on conflict (company_id, month) do update set sent = excluded.sent, received = excluded.received,
      campaigns = excluded.campaigns`
}

/**
 * Gives a company without tickets the past of the last nine weeks; needs its queues, people and a connection. Answers how
 * many tickets were written: none where there are some already.
 */
export function writePast(sql: Sql, bakery: Bakery, companyId: number, now: Date): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('sample past'), ${companyId}::int)`
    const [used] = await tx`select 1 from tickets where company_id = ${companyId} limit 1`
    if (used) return 0
    const past = planPast(bakery, now)
    const place = await placeOf(tx, bakery, companyId, past[0]?.messages[0]?.at ?? now)
    if (!place) return 0
    for (const ticket of past) await writeTicket(tx, place, ticket)
    await writeNote(tx, place, bakery.noteToAdmin, now)
    await writePastCampaign(tx, bakery, place, now)
    await writePastOutages(tx, place, now)
    await countMonths(tx, companyId)
    // The days may have been summed up as empty ones before.
    await tx`delete from service_days_through where company_id = ${companyId}`
    return past.length
  })
}
