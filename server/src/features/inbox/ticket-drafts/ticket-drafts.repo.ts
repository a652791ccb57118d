// SQL of drafts; every statement is scoped by company.
import { and, desc, eq } from 'drizzle-orm'
import { mostDrafts, type TicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { ticketDrafts } from '#database/tables/inbox/tickets.ts'

interface Person {
  companyId: number
  userId: number
}

const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(ticketDrafts.companyId, companyId), eq(ticketDrafts.userId, userId))

export async function draftsOf(db: Transaction, person: Person): Promise<TicketDraft[]> {
  const rows = await db
    .select({ ticketId: ticketDrafts.ticketId, text: ticketDrafts.text, updatedAt: ticketDrafts.updatedAt })
    .from(ticketDrafts)
    .where(ofPerson(person))
    .orderBy(desc(ticketDrafts.updatedAt), desc(ticketDrafts.ticketId))
    .limit(mostDrafts)
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

export async function saveDraft(
  db: Transaction,
  person: Person,
  { ticketId, text, updatedAt }: { ticketId: number; text: string; updatedAt: Date }
): Promise<void> {
  await db
    .insert(ticketDrafts)
    .values({ ...person, ticketId, text, updatedAt })
    .onConflictDoUpdate({
      target: [ticketDrafts.companyId, ticketDrafts.userId, ticketDrafts.ticketId],
      set: { text, updatedAt }
    })
}

export async function deleteDraft(db: Transaction, person: Person, ticketId: number): Promise<void> {
  await db.delete(ticketDrafts).where(and(ofPerson(person), eq(ticketDrafts.ticketId, ticketId)))
}

/** Copies where there is none yet; those that were go with their ticket. */
export async function moveDrafts(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  await rawOf(db)`
    insert into ticket_drafts (company_id, user_id, ticket_id, text, updated_at)
    select company_id, user_id, ${into}, text, updated_at from ticket_drafts
    where company_id = ${companyId} and ticket_id = ${from}
    on conflict do nothing`
}
