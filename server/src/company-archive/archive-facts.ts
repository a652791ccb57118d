// What an archive of one company says besides tables and files: the company itself in the header, the rest in the manifest.
import { z } from 'zod'
import { recurrences } from '@guiche/shared/features/org/companies.ts'
import { holidayRow, scheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { isTimeZone } from '@guiche/shared/kernel/zoned-time.ts'
import type { Header, Manifest } from '#backup/archive-format.ts'

const moment = z.iso.datetime({ offset: true })

export const companyFactsSchema = z.object({
  /** On the server that it comes from. */
  id: z.number().int().positive().max(1e15),
  name: z.string().min(1).max(200),
  email: z.string().max(320).nullable(),
  phone: z.string().max(60).nullable(),
  /** Name of its plan. */
  plan: z.string().nullable(),
  status: z.boolean(),
  dueDate: moment.nullable(),
  recurrence: z.enum(recurrences),
  extraUsers: z.number().int().nonnegative().max(100_000),
  extraConnections: z.number().int().nonnegative().max(100_000),
  extrasShare: z.number().nonnegative().max(1e9),
  timeZone: z.string().refine(isTimeZone),
  schedules: z.array(scheduleRow).max(500),
  holidays: z.array(holidayRow).max(1000),
  createdAt: moment
})
export type CompanyFacts = z.output<typeof companyFactsSchema>

export const companyManifestSchema = z.object({
  /** Keys of models, integrations and webhooks, opened: they are sealed anew where they arrive. */
  secrets: z.array(z.object({ table: z.string(), column: z.string(), id: z.number(), value: z.string() })),
  /** Secrets that the old server itself could not open: they are entered anew. */
  unreadable: z.array(z.object({ table: z.string(), column: z.string(), id: z.number() })),
  /** What is not in the archive, and why. */
  leftOut: z.record(z.string(), z.string()),
  /** The chain of the audit log: between the two its entries are whole. */
  audit: z.object({ number: z.number(), hash: z.string(), anchorNumber: z.number(), anchorHash: z.string() })
})
export type CompanyManifest = z.output<typeof companyManifestSchema>

export interface CompanyArchive {
  header: Header
  company: CompanyFacts
  manifest: Manifest
  own: CompanyManifest
}
