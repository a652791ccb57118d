// SQL of quick messages.
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import type { Transaction } from '#database/client.ts'
import { quickMessages } from '#database/tables/messages.ts'

/** A user's own and those of the whole company, by their short code. */
export const visibleQuickMessages = (db: Transaction, companyId: number, userId: number): Promise<QuickMessage[]> =>
  db
    .select({
      id: quickMessages.id,
      shortcode: quickMessages.shortcode,
      message: quickMessages.message,
      geral: quickMessages.geral,
      status: quickMessages.status,
      isMedia: sql<boolean>`${quickMessages.mediaPath} is not null`,
      mediaPath: quickMessages.mediaPath,
      mediaName: quickMessages.mediaName,
      userId: quickMessages.userId,
      companyId: quickMessages.companyId
    })
    .from(quickMessages)
    .where(
      and(eq(quickMessages.companyId, companyId), or(eq(quickMessages.userId, userId), eq(quickMessages.geral, true)))
    )
    .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id))
