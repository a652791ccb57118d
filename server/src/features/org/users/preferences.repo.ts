// SQL of what people have chosen for themselves.
import { and, eq, sql } from 'drizzle-orm'
import { noPreferences, type Preferences, type PreferencesPatch } from '@guiche/shared/features/org/preferences.ts'
import type { Transaction } from '#database/client.ts'
import { users } from '#database/tables/org/users.ts'

const isUser = (companyId: number, id: number) => and(eq(users.companyId, companyId), eq(users.id, id))

/** Those of somebody who is gone are none. */
export async function preferencesOf(db: Transaction, companyId: number, id: number): Promise<Preferences> {
  const [row] = await db.select({ chosen: users.preferences }).from(users).where(isUser(companyId, id))
  return { ...noPreferences, ...row?.chosen }
}

/** Changes what is named. */
export async function savePreferences(
  db: Transaction,
  companyId: number,
  id: number,
  chosen: PreferencesPatch
): Promise<Preferences> {
  const [row] = await db
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${JSON.stringify(chosen)}::jsonb` })
    .where(isUser(companyId, id))
    .returning({ chosen: users.preferences })
  return { ...noPreferences, ...row?.chosen }
}
