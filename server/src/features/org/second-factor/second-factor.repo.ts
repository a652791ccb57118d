// SQL of second factors and recovery codes.
import { and, count, eq, exists, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { passkeys, recoveryCodes, userFactors } from '#database/tables/org/second-factors.ts'
import { users } from '#database/tables/org/users.ts'

export interface Person {
  companyId: number
  userId: number
}
export type FactorRow = typeof userFactors.$inferSelect

const isFactor = ({ companyId, userId }: Person) =>
  and(eq(userFactors.companyId, companyId), eq(userFactors.userId, userId))
const isOwnCode = ({ companyId, userId }: Person) =>
  and(eq(recoveryCodes.companyId, companyId), eq(recoveryCodes.userId, userId))

/** Also one that was begun and not confirmed. */
export const findFactor = async (db: Transaction, person: Person): Promise<FactorRow | undefined> =>
  (await db.select().from(userFactors).where(isFactor(person)))[0]

/** A factor that was begun takes the place of one that was begun before; false where one is on. */
export async function saveDraft(db: Transaction, person: Person, sealedSecret: string): Promise<boolean> {
  const { companyId, userId } = person
  await db.delete(userFactors).where(and(isFactor(person), isNull(userFactors.confirmedAt)))
  const made = await db
    .insert(userFactors)
    .values({ companyId, userId, sealedSecret })
    .onConflictDoNothing()
    .returning({ userId: userFactors.userId })
  return made.length > 0
}

export const confirmFactor = (db: Transaction, person: Person, confirmedAt: Date): Promise<unknown> =>
  db.update(userFactors).set({ confirmedAt }).where(isFactor(person))

/** Takes a step that is newer than every one before; of calls at once only one gets it. */
export async function takeStep(db: Transaction, person: Person, step: number): Promise<boolean> {
  const taken = await db
    .update(userFactors)
    .set({ lastStep: step })
    .where(and(isFactor(person), lt(userFactors.lastStep, step)))
    .returning({ lastStep: userFactors.lastStep })
  return taken.length > 0
}

/** True for whoever had one that was confirmed. */
export async function deleteFactor(db: Transaction, person: Person): Promise<boolean> {
  await db.delete(recoveryCodes).where(isOwnCode(person))
  const gone = await db
    .delete(userFactors)
    .where(and(isFactor(person), isNotNull(userFactors.confirmedAt)))
    .returning({ userId: userFactors.userId })
  return gone.length > 0
}

export async function replaceCodes(db: Transaction, person: Person, hashes: readonly string[]): Promise<void> {
  const { companyId, userId } = person
  await db.delete(recoveryCodes).where(isOwnCode(person))
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ companyId, userId, codeHash })))
}

/** Uses a code up; of calls at once only one gets it. */
export async function takeCode(db: Transaction, person: Person, codeHash: string): Promise<boolean> {
  const taken = await db
    .delete(recoveryCodes)
    .where(and(isOwnCode(person), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ codeHash: recoveryCodes.codeHash })
  return taken.length > 0
}

export const countCodes = async (db: Transaction, person: Person): Promise<number> =>
  (await db.select({ all: count() }).from(recoveryCodes).where(isOwnCode(person)))[0]?.all ?? 0

const hasPasskey = exists(
  sql`(select 1 from ${passkeys} where ${passkeys.companyId} = ${users.companyId} and ${passkeys.userId} = ${users.id})`
)
/** Of every company: super users are those of the server. */
export function superUsersWithFactor(db: Transaction): Promise<(Person & { name: string })[]> {
  return db
    .select({ companyId: users.companyId, userId: users.id, name: users.name })
    .from(users)
    .leftJoin(userFactors, and(eq(userFactors.companyId, users.companyId), eq(userFactors.userId, users.id)))
    .where(and(eq(users.super, true), or(isNotNull(userFactors.confirmedAt), hasPasskey)))
}
