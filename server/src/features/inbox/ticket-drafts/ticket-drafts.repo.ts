// SQL of drafts; every statement is scoped by company.
import { and, desc, eq, lt } from 'drizzle-orm'
import { mostDrafts, type DraftKind, type TicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { ticketDrafts } from '#database/tables/inbox/tickets.ts'

interface Person {
  companyId: number
  userId: number
}

const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(ticketDrafts.companyId, companyId), eq(ticketDrafts.userId, userId))

export async function draftsOf(db: Transaction, person: Person, kind: DraftKind): Promise<TicketDraft[]> {
  const rows = await db
    .select({ ticketId: ticketDrafts.ticketId, text: ticketDrafts.text, updatedAt: ticketDrafts.updatedAt })
    .from(ticketDrafts)
    .where(and(ofPerson(person), eq(ticketDrafts.kind, kind)))
    .orderBy(desc(ticketDrafts.updatedAt), desc(ticketDrafts.ticketId))
    .limit(mostDrafts)
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

export async function saveDraft(
  db: Transaction,
  person: Person,
  { ticketId, kind, text, updatedAt }: { ticketId: number; kind: DraftKind; text: string; updatedAt: Date }
): Promise<void> {
  await db
    .insert(ticketDrafts)
    .values({ ...person, ticketId, kind, text, updatedAt })
    .onConflictDoUpdate({
      target: [ticketDrafts.companyId, ticketDrafts.userId, ticketDrafts.ticketId, ticketDrafts.kind],
      set: { text, updatedAt }
    })
}

export async function deleteDraft(
  db: Transaction,
  person: Person,
  { ticketId, kind }: { ticketId: number; kind: DraftKind }
): Promise<void> {
  const isIt = and(eq(ticketDrafts.ticketId, ticketId), eq(ticketDrafts.kind, kind))
  await db.delete(ticketDrafts).where(and(ofPerson(person), isIt))
}

/** Copies where there is none yet; those that were go with their ticket. */
export async function moveDrafts(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  await rawOf(db)`
    insert into ticket_drafts (company_id, user_id, ticket_id, kind, text, updated_at)
    select company_id, user_id, ${into}, kind, text, updated_at from ticket_drafts
    where company_id = ${companyId} and ticket_id = ${from}
    on conflict do nothing`
}

function isOlder(companyId: number, before: Date) {
  return and(eq(ticketDrafts.companyId, companyId), lt(ticketDrafts.updatedAt, before))
}

/** Deletes those that nobody has gone on with since; returns how many. */
export async function deleteOlderDrafts(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<number> {
  const { count } = await rawOf(db)`
    delete from ticket_drafts where company_id = ${companyId} and (user_id, ticket_id, kind) in (
      select user_id, ticket_id, kind from ticket_drafts
      where company_id = ${companyId} and updated_at < ${before.toISOString()}::timestamptz limit ${limit})`
  return count
}

export const countOlderDrafts = (db: Transaction, companyId: number, before: Date): Promise<number> =>
  db.$count(ticketDrafts, isOlder(companyId, before))
