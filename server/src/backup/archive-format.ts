// What an archive says of itself: a header before everything else, a manifest after it.
import { z } from 'zod'

/** Raised when an archive of before could no longer be read. */
export const formatVersion = 1

export const headerSchema = z.object({
  product: z.literal('guiche'),
  format: z.number(),
  /** Of the server that was backed up. */
  version: z.string(),
  createdAt: z.string(),
  /** The last migration of its tables. */
  migration: z.object({ at: z.number(), hash: z.string() }),
  /** Of the tables of pg-boss; null where they were never made. */
  jobsVersion: z.number().nullable(),
  /** Made of APP_SECRET, which the archive does not hold. */
  secret: z.string(),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  /** Of an archive of one company: what its row says. Left out in a backup of the whole server. */
  company: z.unknown().optional()
})
export type Header = z.infer<typeof headerSchema>

export const manifestSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({
      rows: z.number(),
      /** Of the rows, whatever their order. */
      fingerprint: z.string(),
      /** Of the text as it lies in the archive. */
      sha256: z.string()
    })
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Listed, and deleted by the running server before they were read. */
    gone: z.number()
  }),
  /** Of an archive of one company. */
  company: z.unknown().optional()
})
export type Manifest = z.infer<typeof manifestSchema>

/** A line of the index that follows the files it names. */
export const indexLineSchema = z.object({ key: z.string(), size: z.number(), sha256: z.string() })
export type IndexLine = z.infer<typeof indexLineSchema>

export const names = {
  header: 'header.json',
  manifest: 'manifest.json',
  table: (id: string) => `tables/${id}/`,
  files: 'files/',
  index: 'index/'
}
/** Name of a table in the archive. */
export const tableId = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
