// Words that stand in no ticket any more are forgotten, a few at a time, so that messages never wait long: every night, and
// those of an erased person at once.
import { forgetWordsJob } from './tickets.jobs.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { forgetWords, unusedWords } from './forget-words.repo.ts'

/** Words a night. */
const mostWords = 100_000
/** Words that are forgotten in one transaction. */
const batchSize = 500

/** Errors: those of the database; what is left then goes the next night. */
export const forgetUnusedWords = async (ctx: Ctx): Promise<void> => {
  const unused = await unusedWords(ctx.db, mostWords)
  for (let from = 0; from < unused.length; from += batchSize) {
    await inTransaction(ctx, (tx) => forgetWords(tx.db, unused.slice(from, from + batchSize)))
  }
}

/** Those of the words that nothing else holds are forgotten right after the commit. `numbers`: bigints as text. */
export async function forgetWordsSoon(tx: Ctx, companyId: number, numbers: string[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += batchSize) {
    await tx.jobs.add(tx, forgetWordsJob, { companyId, numbers: numbers.slice(from, from + batchSize) })
  }
}

/** The worker of that job. */
export const forgetWordsOf = (ctx: Ctx, { companyId, numbers }: { companyId: number; numbers: string[] }) =>
  inTransaction(ctx, (tx) =>
    forgetWords(
      tx.db,
      numbers.map((number) => ({ companyId, number }))
    )
  )
