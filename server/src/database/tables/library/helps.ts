// Help videos of the super user, for all companies alike.
import { languages } from '@guiche/shared/kernel/languages.ts'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'

export const helps = pgTable('helps', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  title: text('title').notNull(),
  /** A code or a link, as it was typed. */
  video: text('video').notNull(),
  description: text('description').notNull().default(''),
  /** Null is for everybody. */
  language: text('language', { enum: [...languages] }),
  createdAt: createdAt(),
  updatedAt: updatedAt()
})
