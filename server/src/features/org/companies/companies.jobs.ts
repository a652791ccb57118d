// Jobs of companies.
import { z } from 'zod'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { companyFolders } from '#platform/storage/company-folders.ts'

/** Removes the files of a company that was deleted. */
export const removeFilesJob = job('companies.remove-files', z.object({ companyId: z.number() }), { retryDelay: 60 })

async function removeFiles(ctx: Ctx, { companyId }: { companyId: number }): Promise<void> {
  for (const folder of companyFolders(companyId)) await ctx.storage.removeFolder(folder)
}

export const companyJobs = (jobs: Jobs): void => jobs.work(removeFilesJob, removeFiles)
