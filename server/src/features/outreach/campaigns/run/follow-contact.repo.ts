// SQL of recipients who go from one contact to another.
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { campaignRecipients } from '#database/tables/outreach/campaigns.ts'

/** From one contact to another: all, or these and those with a number. Returns those that went. */
export async function moveContact(
  db: Transaction,
  companyId: number,
  { from, into, only }: { from: number; into: number; only?: { ids: number[]; numberKey: string | null } }
): Promise<number[]> {
  const { id, contactId, numberKey } = campaignRecipients
  const isOne = only && or(inArray(id, only.ids), only.numberKey === null ? undefined : eq(numberKey, only.numberKey))
  const isFrom = and(eq(campaignRecipients.companyId, companyId), eq(contactId, from), isOne)
  const rows = await db.update(campaignRecipients).set({ contactId: into }).where(isFrom).returning({ id })
  return rows.map((row) => row.id)
}
