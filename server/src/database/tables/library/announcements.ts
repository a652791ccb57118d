// Announcements of the super user, for all companies alike.
import { languages } from '@guiche/shared/kernel/languages.ts'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, newest, updatedAt } from '../columns.ts'

export const announcements = pgTable(
  'announcements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    priority: integer('priority').notNull().default(3),
    status: boolean('status').notNull().default(true),
    /** Null is for everybody. */
    language: text('language', { enum: [...languages] }),
    /** Storage key of the image, and its name as it was uploaded. */
    mediaKey: text('media_key'),
    mediaName: text('media_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [index('announcements_newest').on(newest(t.createdAt), newest(t.id))]
)
