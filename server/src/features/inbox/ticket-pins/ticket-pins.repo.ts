// SQL of pins; every statement is scoped by company.
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { TicketPin } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { ticketPins } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'

interface Person {
  companyId: number
  userId: number
}

type PinRow = Pick<typeof ticketPins.$inferSelect, 'ticketId' | 'createdAt'>

const shown = { ticketId: ticketPins.ticketId, createdAt: ticketPins.createdAt }
const pinOf = ({ ticketId, createdAt }: PinRow): TicketPin => ({ ticketId, createdAt: createdAt.toISOString() })
const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(ticketPins.companyId, companyId), eq(ticketPins.userId, userId))

/** The newest first. */
export async function pinsOf(db: Transaction, person: Person): Promise<TicketPin[]> {
  const rows = await db
    .select(shown)
    .from(ticketPins)
    .where(ofPerson(person))
    .orderBy(desc(ticketPins.createdAt), desc(ticketPins.ticketId))
  return rows.map(pinOf)
}

/** Two windows of a person that pin at once follow each other until the end of the transaction. */
export async function lockPerson(db: Transaction, { companyId, userId }: Person): Promise<void> {
  await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)))
    .for('no key update')
}

export async function insertPin(db: Transaction, person: Person, { ticketId, createdAt }: PinRow): Promise<TicketPin> {
  await db.insert(ticketPins).values({ ...person, ticketId, createdAt })
  return pinOf({ ticketId, createdAt })
}

/** Answers with those that were there. */
export async function deletePins(db: Transaction, person: Person, ticketIds: number[]): Promise<number[]> {
  const gone = await db
    .delete(ticketPins)
    .where(and(ofPerson(person), inArray(ticketPins.ticketId, ticketIds)))
    .returning({ ticketId: ticketPins.ticketId })
  return gone.map(({ ticketId }) => ticketId)
}

/** Who has pinned one ticket gets a pin on another in its place; answers with those who had none there. */
export async function addPinsOf(
  db: Transaction,
  companyId: number,
  from: number,
  into: number
): Promise<{ userId: number; pin: TicketPin }[]> {
  const rows = await rawOf(db)<{ userId: number; createdAt: string }[]>`
    insert into ticket_pins (company_id, user_id, ticket_id, created_at)
    select company_id, user_id, ${into}, created_at from ticket_pins
    where company_id = ${companyId} and ticket_id = ${from}
    on conflict do nothing returning user_id, created_at`
  return rows.map((row) => ({
    userId: row.userId,
    pin: { ticketId: into, createdAt: new Date(row.createdAt).toISOString() }
  }))
}
