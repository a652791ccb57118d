// Every night: words that stand in no ticket any more are forgotten, a few at a time, so that messages never wait long.
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
