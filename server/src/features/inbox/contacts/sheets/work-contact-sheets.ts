// The workers of contact sheets.
import type { Jobs } from '#platform/ctx.ts'
import { importContacts, removeExport } from '../contacts.jobs.ts'
import { takeContacts } from './import-contacts.ts'
import { workSheetImport } from './sheet-imports.ts'

export function workContactSheets(jobs: Jobs): void {
  jobs.work(importContacts, workSheetImport(takeContacts))
  jobs.work(removeExport, (ctx, { key }) => ctx.storage.remove(key))
}
