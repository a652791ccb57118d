// Companies that are being taken in from an archive.
import { pgTable } from 'drizzle-orm/pg-core'
import { createdAt, ref } from '../columns.ts'
import { companies } from './companies.ts'

/**
 * One row from before the first file of a company is stored until all of its rows are: a company that has one and whose
 * import holds no lock any more goes with what it has.
 */
export const companyImports = pgTable('company_imports', {
  companyId: ref('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  createdAt: createdAt()
})
