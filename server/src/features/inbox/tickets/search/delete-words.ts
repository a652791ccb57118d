// Words that stand in no ticket any more are forgotten, a few at a time, so that no message of the company waits long, and
// none of another company at all: every night, and those of an erased person at once.
import { deleteWordsJob } from '../tickets.jobs.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { deleteWords, unusedWords, type UnusedWords } from './delete-words.repo.ts'

/** Words a night. */
const mostWords = 100_000
/** Words that are forgotten in one transaction. */
const batchSize = 500

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === '55P03' || isLockTimeout(error.cause))

const deleteBatch = (ctx: Ctx, words: UnusedWords): Promise<void> =>
  inTransaction(ctx, (tx) => deleteWords(tx.db, words))

/** Words of a company where messages come in without a pause stay until the next night. Errors: those of the database. */
export async function deleteUnusedWords(ctx: Ctx): Promise<void> {
  for (const { companyId, numbers } of await unusedWords(ctx.db, mostWords)) {
    try {
      for (let from = 0; from < numbers.length; from += batchSize)
        await deleteBatch(ctx, { companyId, numbers: numbers.slice(from, from + batchSize) })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      ctx.log.info({ companyId }, 'words that nobody uses stay for now')
    }
  }
}

/** Those of the words that nothing else holds are forgotten right after the commit. `numbers`: bigints as text. */
export async function deleteWordsSoon(tx: Ctx, companyId: number, numbers: string[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += batchSize) {
    await tx.jobs.add(tx, deleteWordsJob, { companyId, numbers: numbers.slice(from, from + batchSize) })
  }
}

/** The worker of that job. */
export const deleteWordsOf = deleteBatch
