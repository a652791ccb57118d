// Second factors of users: the sealed secret of an authenticator app, and recovery codes as keyed hashes.
import { bigint, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref } from '../columns.ts'
import { users } from './users.ts'

export const userFactors = pgTable(
  'user_factors',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** Null until a code of the app was typed: nothing is asked for before. */
    confirmedAt: instant('confirmed_at'),
    /** The newest step of thirty seconds whose code was taken; no code of it or of one before is taken again. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade')
  ]
)

/** Codes that are left; one that was used is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.codeHash] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade')
  ]
)
