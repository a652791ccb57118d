// The number of the newest logged event of a company.
import { rawOf, type Transaction } from '#database/client.ts'

/** 0 before the first event. */
export async function lastSeq(db: Transaction, companyId: number): Promise<number> {
  const [row] = await rawOf(db)<{ seq: number }[]>`select seq from event_sequences where company_id = ${companyId}`
  return row?.seq ?? 0
}
