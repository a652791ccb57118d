// The workers of contact sheets.
import type { Jobs } from '#platform/ctx.ts'
import { importContacts, removeExport } from './contacts.jobs.ts'
import { giveUpImport, runImport } from './import-contacts.ts'

export const workContactSheets = (jobs: Jobs): void => {
  jobs.work(importContacts, async (ctx, { companyId, importId }, { isLastTry }) => {
    try {
      await runImport(ctx, companyId, importId)
    } catch (error) {
      if (isLastTry) await giveUpImport(ctx, companyId, importId)
      throw error
    }
  })
  jobs.work(removeExport, (ctx, { key }) => ctx.storage.remove(key))
}
