// Tells a company's audit log that an archive of it was written.
import { openTransaction, type Database } from '#database/client.ts'
import { appendRows } from '#platform/audit/audit-log.repo.ts'
import type { CompanyExported } from './export-company.ts'
import { byCommand } from './import-company.ts'

export function recordExport(db: Database, { company, rows, files, bytes }: CompanyExported): Promise<void> {
  return openTransaction(db, (tx) =>
    appendRows(tx, company.id, [
      {
        ...byCommand,
        companyId: company.id,
        at: new Date(),
        action: 'company.exported',
        subjectType: 'company',
        subjectId: String(company.id),
        subjectLabel: company.name,
        aboutCompanyId: null,
        before: null,
        after: { rows, files, bytes }
      }
    ])
  )
}
