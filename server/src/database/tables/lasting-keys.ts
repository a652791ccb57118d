// Keys that outlive the application secret: what was signed with them is compared for years, and cannot be signed anew.
import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

export const lastingKeys = pgTable('lasting_keys', {
  /** What is signed with it. */
  purpose: text('purpose').primaryKey(),
  /** Sealed with the application secret, base64. */
  sealedKey: text('sealed_key').notNull(),
  createdAt: createdAt()
})
