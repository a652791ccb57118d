// Files that people and programs add: none is stored beyond what the plan allows. What customers send does not come here.
import type { Quota } from '@guiche/shared/features/org/quotas.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { storageOf } from './quotas.repo.ts'

const refusal = ({ used, limit }: Quota): AppError =>
  new AppError('ERR_PLAN_LIMIT_STORAGE', { values: { limitBytes: limit ?? 0, usedBytes: used } })

/**
 * A context of a company in whose storage a file is saved only while there is room for it. Of several at once that would be
 * too many together, none is kept that went beyond. Saving fails with ERR_PLAN_LIMIT_STORAGE with limitBytes and usedBytes.
 */
export function withinStorage(ctx: Ctx, companyId: number): Ctx {
  return {
    ...ctx,
    storage: {
      ...ctx.storage,
      save: async (key, source, limit) => {
        // Whoever takes it in hears of it; until then nobody listens, and it may break already.
        source.on('error', () => {})
        const before = await storageOf(ctx.pool, companyId)
        if (before.limit !== null && before.used >= before.limit) {
          source.destroy()
          throw refusal(before)
        }
        const saved = await ctx.storage.save(key, source, limit)
        // Its bytes are counted by now, and so are those of whoever was quicker.
        const after = await storageOf(ctx.pool, companyId)
        if (after.limit === null || after.used <= after.limit) return saved
        await ctx.storage.remove(key)
        throw refusal(before)
      }
    }
  }
}
