// SQL of help videos; they belong to no company.
import { asc, eq, sql } from 'drizzle-orm'
import type { HelpDraft } from '@guiche/shared/features/library/helps.ts'
import type { Transaction } from '#database/client.ts'
import { isOpenCompany } from '#database/company-standing.repo.ts'
import { companies } from '#database/tables/org/companies.ts'
import { helps } from '#database/tables/library/helps.ts'

export type HelpRow = typeof helps.$inferSelect

const matching = (search: string) =>
  search === '' ? undefined : sql`strpos(lower(${helps.title}), lower(${search}::text)) > 0`

/** In the order in which they were added. */
export const someHelps = (
  db: Transaction,
  { search, offset, limit }: { search: string; offset: number; limit: number }
): Promise<HelpRow[]> =>
  db.select().from(helps).where(matching(search)).orderBy(asc(helps.id)).limit(limit).offset(offset)

export const countHelps = (db: Transaction, search: string): Promise<number> => db.$count(helps, matching(search))

/** Inserts without an id, changes with one; undefined when that one is gone. */
export async function saveHelp(
  db: Transaction,
  id: number | null,
  draft: HelpDraft,
  now: Date
): Promise<HelpRow | undefined> {
  const saving =
    id === null
      ? db.insert(helps).values(draft).returning()
      : db
          .update(helps)
          .set({ ...draft, updatedAt: now })
          .where(eq(helps.id, id))
          .returning()
  return (await saving)[0]
}

/** Locked until the transaction ends; null when it is gone. */
export const lockHelp = async (db: Transaction, id: number): Promise<HelpRow | null> =>
  (await db.select().from(helps).where(eq(helps.id, id)).for('no key update'))[0] ?? null

/** The row that went; undefined when it was gone. */
export const deleteHelp = async (db: Transaction, id: number): Promise<HelpRow | undefined> =>
  (await db.delete(helps).where(eq(helps.id, id)).returning())[0]

/** Ids of the companies whose people hear of changes. */
export const activeCompanies = async (db: Transaction): Promise<number[]> =>
  (await db.select({ id: companies.id }).from(companies).where(isOpenCompany())).map(({ id }) => id)
