// Jobs of internal chats.
import { z } from 'zod'
import type { Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'

/** Takes the files of a deleted chat out of storage. */
export const removeChatFiles = job('internal-chat.remove-files', z.object({ keys: z.array(z.string()) }))

export function internalChatJobs(jobs: Jobs): void {
  jobs.work(removeChatFiles, async (ctx, { keys }) => {
    for (const key of keys) await ctx.storage.remove(key)
  })
}
