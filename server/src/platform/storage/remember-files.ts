// Files stored for work that may still fail: remembered, so that none of them stays behind.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '../ctx.ts'

export interface RememberedFiles {
  /** The context for the work: what it stores is remembered. */
  ctx: Ctx
  /** Removes what was stored, except these keys. Never fails. */
  discard(keep?: ReadonlySet<string>): Promise<void>
}

/** Watches what is stored through a context of its own. */
export function rememberFiles(ctx: Ctx): RememberedFiles {
  const keys = new Set<string>()
  return {
    ctx: {
      ...ctx,
      storage: {
        ...ctx.storage,
        save: (key, source, limit) => {
          keys.add(key)
          return ctx.storage.save(key, source, limit)
        }
      }
    },
    discard: async (keep = new Set()) => {
      const removed = [...keys].filter((key) => !keep.has(key)).map((key) => ctx.storage.remove(key))
      for (const result of await Promise.allSettled(removed))
        if (result.status === 'rejected') ctx.log.warn({ err: result.reason as Error }, 'a file stays behind')
    }
  }
}

/** What `work` stores goes again when a rule is broken, or when it says by null that nobody needs it. */
export async function markUsedMessageFiles<T>(ctx: Ctx, work: (stored: Ctx) => Promise<T | null>): Promise<T | null> {
  const files = rememberFiles(ctx)
  try {
    const done = await work(files.ctx)
    if (done === null) await files.discard()
    return done
  } catch (error) {
    // A database that went away may have committed: only a broken rule says that nobody needs the files.
    if (error instanceof AppError) await files.discard()
    throw error
  }
}
