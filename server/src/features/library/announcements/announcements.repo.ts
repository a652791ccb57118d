// SQL of announcements; they belong to no company.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AnnouncementDraft } from '@guiche/shared/features/library/announcements.ts'
import type { Transaction } from '#database/client.ts'
import { isOpenCompany } from '#database/company-standing.repo.ts'
import { announcements } from '#database/tables/library/announcements.ts'
import { companies } from '#database/tables/org/companies.ts'
import { users } from '#database/tables/org/users.ts'

export type AnnouncementRow = typeof announcements.$inferSelect

export interface AnnouncementPage {
  search: string
  activeOnly: boolean
  offset: number
  limit: number
}

function matching({ search, activeOnly }: Pick<AnnouncementPage, 'search' | 'activeOnly'>) {
  return and(
    activeOnly ? eq(announcements.status, true) : undefined,
    search === '' ? undefined : sql`strpos(lower(${announcements.title}), lower(${search}::text)) > 0`
  )
}

export function pageOfAnnouncements(db: Transaction, page: AnnouncementPage): Promise<AnnouncementRow[]> {
  return db
    .select()
    .from(announcements)
    .where(matching(page))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(page.limit)
    .offset(page.offset)
}

export const countAnnouncements = (db: Transaction, page: Pick<AnnouncementPage, 'search' | 'activeOnly'>) =>
  db.$count(announcements, matching(page))

export const findAnnouncement = async (db: Transaction, id: number): Promise<AnnouncementRow | undefined> =>
  (await db.select().from(announcements).where(eq(announcements.id, id)))[0]

/** The same, held until the transaction ends. */
export const lockAnnouncement = async (db: Transaction, id: number): Promise<AnnouncementRow | undefined> =>
  (await db.select().from(announcements).where(eq(announcements.id, id)).for('no key update'))[0]

export async function insertAnnouncement(db: Transaction, draft: AnnouncementDraft): Promise<AnnouncementRow> {
  const [made] = await db.insert(announcements).values(draft).returning()
  if (!made) throw new Error('an announcement was inserted without an answer')
  return made
}

/** Undefined when it is gone. */
export const updateAnnouncement = async (
  db: Transaction,
  id: number,
  change: PgUpdateSetSource<typeof announcements>
): Promise<AnnouncementRow | undefined> =>
  (await db.update(announcements).set(change).where(eq(announcements.id, id)).returning())[0]

/** The row that went; undefined when it was gone. */
export const deleteAnnouncement = async (db: Transaction, id: number): Promise<AnnouncementRow | undefined> =>
  (await db.delete(announcements).where(eq(announcements.id, id)).returning())[0]

/** Everybody who hears of announcements: companies that are active, and super users by name. */
export async function audience(db: Transaction) {
  return {
    companyIds: (await db.select({ id: companies.id }).from(companies).where(isOpenCompany())).map(({ id }) => id),
    superUsers: await db.select({ companyId: users.companyId, id: users.id }).from(users).where(eq(users.super, true))
  }
}
