// Small files that one row names: stored before the row, and removed when nobody names them any more.
import { Readable } from 'node:stream'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Removes a file that nobody names any more; what cannot be removed is no reason to fail. */
export async function discardFile(ctx: Ctx, key: string | null | undefined): Promise<void> {
  if (!key) return
  await ctx.storage.remove(key).catch((error: unknown) => ctx.log.warn({ err: error }, 'a file stays behind'))
}

/** Stores `bytes` and has `work` name them in a row. Errors: those of `work`; a broken rule takes the file back. */
export async function withStoredFile<T>(ctx: Ctx, key: string, bytes: Buffer, work: () => Promise<T>): Promise<T> {
  await ctx.storage.save(key, Readable.from([bytes]))
  try {
    return await work()
  } catch (error) {
    // A database that went away may have committed: only a broken rule says that nobody needs the file.
    if (error instanceof AppError) await discardFile(ctx, key)
    throw error
  }
}
