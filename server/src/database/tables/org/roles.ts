// Roles that a company names itself: what their people may.
import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from './companies.ts'

export const roles = pgTable(
  'roles',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    permissions: text('permissions').array().$type<PermissionKey[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('roles_name').on(t.companyId, sql`lower(${t.name})`)
  ]
)
