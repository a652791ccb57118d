// SQL of passkeys.
import { and, asc, count, eq, lt } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { passkeys } from '#database/tables/org/second-factors.ts'
import type { Person } from './second-factor.repo.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

const isOf = ({ companyId, userId }: Person) => and(eq(passkeys.companyId, companyId), eq(passkeys.userId, userId))

/** Oldest first. */
export const passkeysOf = (db: Transaction, person: Person): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(isOf(person)).orderBy(asc(passkeys.id))

export const countPasskeys = async (db: Transaction, person: Person): Promise<number> =>
  (await db.select({ all: count() }).from(passkeys).where(isOf(person)))[0]?.all ?? 0

/** Of any company: whoever signs in with one has not said who they are. */
export const findPasskey = async (db: Transaction, credentialId: string): Promise<PasskeyRow | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0]

/** Undefined for one that somebody has already. */
export const insertPasskey = async (
  db: Transaction,
  row: typeof passkeys.$inferInsert
): Promise<PasskeyRow | undefined> => (await db.insert(passkeys).values(row).onConflictDoNothing().returning())[0]

/** Takes a signature of a challenge that is newer than every one before; of calls at once only one gets it. */
export async function takeSignature(
  db: Transaction,
  { companyId, id }: PasskeyRow,
  use: { counter: number; lastChallenge: number; usedAt: Date }
): Promise<boolean> {
  const taken = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.companyId, companyId), eq(passkeys.id, id), lt(passkeys.lastChallenge, use.lastChallenge)))
    .returning({ id: passkeys.id })
  return taken.length > 0
}

/** The name that it had before, and how it is now; undefined for none. */
export async function renamePasskey(
  db: Transaction,
  person: Person,
  id: number,
  name: string
): Promise<{ before: string; row: PasskeyRow } | undefined> {
  const isIt = and(isOf(person), eq(passkeys.id, id))
  const [old] = await db.select({ name: passkeys.name }).from(passkeys).where(isIt).for('update')
  const [row] = await db.update(passkeys).set({ name }).where(isIt).returning()
  return old && row && { before: old.name, row }
}

/** Name of the one that went; undefined for none. */
export async function deletePasskey(db: Transaction, person: Person, id: number): Promise<string | undefined> {
  const gone = await db
    .delete(passkeys)
    .where(and(isOf(person), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
  return gone[0]?.name
}

/** How many went. */
export const deletePasskeys = async (db: Transaction, person: Person): Promise<number> =>
  (await db.delete(passkeys).where(isOf(person)).returning({ id: passkeys.id })).length
