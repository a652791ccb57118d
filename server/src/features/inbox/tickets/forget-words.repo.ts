// SQL that forgets words which no ticket holds any more: what somebody deleted is not to be read in a list of words.
import { rawOf, type Transaction } from '#database/client.ts'

/** A word of a company, by the number that stands for it (a bigint as text). */
export interface UnusedWord {
  companyId: number
  number: string
}

/** Words of all companies that stand in no ticket, `most` at the most. */
export const unusedWords = async (db: Transaction, most: number): Promise<UnusedWord[]> => {
  const rows = await rawOf(db)<{ company_id: string; number: string }[]>`
    select distinct s.company_id::text, s.number::text from search_words s where not exists (
      select from ticket_words k where k.company_id = s.company_id and k.number = s.number) limit ${most}`
  return rows.map((row) => ({ companyId: Number(row.company_id), number: row.number }))
}

/**
 * Forgets those that are still unused, in the running transaction. Messages wait meanwhile: one that is being stored finds
 * its word here and would leave it to this. Errors: 55P03 when messages cannot be held up within two seconds.
 */
export const forgetWords = async (db: Transaction, words: UnusedWord[]): Promise<void> => {
  const raw = rawOf(db)
  await raw`set local lock_timeout = '2s'`
  await raw`lock table search_words in share row exclusive mode`
  await raw`delete from search_words s
    using unnest(${words.map(({ companyId }) => companyId)}::bigint[], ${words.map(({ number }) => number)}::bigint[])
      as w(company_id, number)
    where s.company_id = w.company_id and s.number = w.number and not exists (
      select from ticket_words k where k.company_id = w.company_id and k.number = w.number)`
}
