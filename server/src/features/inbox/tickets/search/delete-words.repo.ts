// SQL that forgets words which no ticket holds any more: what somebody deleted is not to be read in a list of words.
import { rawOf, type Transaction } from '#database/client.ts'

/** Words of a company, by the numbers that stand for them (bigints as text). */
export interface UnusedWords {
  companyId: number
  numbers: string[]
}

/** Words that stand in no ticket, company by company, `most` at the most. */
export async function unusedWords(db: Transaction, most: number): Promise<UnusedWords[]> {
  const rows = await rawOf(db)<{ companyId: string; number: string }[]>`
    select distinct s.company_id::text, s.number::text from search_words s where not exists (
      select from ticket_words k where k.company_id = s.company_id and k.number = s.number) limit ${most}`
  return [...Map.groupBy(rows, (row) => row.companyId)].map(([company, own]) => ({
    companyId: Number(company),
    numbers: own.map(({ number }) => number)
  }))
}

/**
 * Forgets those that are still unused, in the running transaction. Messages of this company alone wait meanwhile: one that
 * is being stored finds its word here and would leave it to this. Errors: 55P03 when they cannot be held up within a fifth
 * of a second.
 */
export async function deleteWords(db: Transaction, { companyId, numbers }: UnusedWords): Promise<void> {
  const raw = rawOf(db)
  await raw`set local lock_timeout = '200ms'`
  // `note_words` takes it shared with every message.
  await raw`select pg_advisory_xact_lock(hashtextextended('search words', ${companyId}))`
  await raw`delete from search_words s using unnest(${numbers}::bigint[]) as w(number)
    where s.company_id = ${companyId} and s.number = w.number and not exists (
      select from ticket_words k where k.company_id = ${companyId} and k.number = w.number)`
}
