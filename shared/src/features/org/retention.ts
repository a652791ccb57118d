// How long a company keeps conversations and their files, and what would go with another period.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant } from '../../kernel/ids.ts'
import { settingValues } from './settings.ts'

/** Settings that say after how many months something goes; `'0'` stands for never. */
export const retentionKeys = ['messageMonths', 'fileMonths'] as const
export type RetentionKey = (typeof retentionKeys)[number]
/** Months as text; `'0'` stands for never. */
export type RetentionMonths = (typeof settingValues)[RetentionKey][number]

export const isRetentionKey = (key: string): key is RetentionKey => (retentionKeys as readonly string[]).includes(key)

/** Whether the second period is the shorter one. Months as text, `'0'` for never. */
export const isShorter = (before: string, after: string): boolean =>
  after !== '0' && (before === '0' || Number(after) < Number(before))

/** Kinds of records that go by their age, in the order in which they are shown. */
export const expiredKinds = [
  'tickets',
  'messages',
  'notes',
  'drafts',
  'files',
  'schedules',
  'recipients',
  'chatMessages'
] as const
export type ExpiredKind = (typeof expiredKinds)[number]

/** How many records of each kind; those without any are left out. */
export type ExpiredCounts = Partial<Record<ExpiredKind, number>>

export const previewRetention = endpoint({
  method: 'GET',
  path: '/retention/preview',
  access: 'admin',
  query: z.object({ key: z.enum(retentionKeys), months: z.enum(settingValues.messageMonths) }),
  response: z.object({
    /** What is older goes; null where nothing does. */
    before: instant.nullable(),
    counts: z.partialRecord(z.enum(expiredKinds), z.number()),
    /** Of the files, in bytes. */
    size: z.number()
  }),
  callsPerMinute: 20,
  openWhenExpired: true,
  summary: 'What goes with a period of this many months, counted now'
})
