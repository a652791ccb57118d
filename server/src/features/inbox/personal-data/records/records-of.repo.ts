// Makes records of a person that can be counted and read page by page of what a feature says of its table.
import type { PendingQuery, Row } from 'postgres'
import type { PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import { rawOf, type Sql } from '#database/client.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { PersonRecords, RecordRow } from '../personal-data.events.ts'

type Query = PendingQuery<Row[]>

/** Who is asked for: ids of contacts, addresses under which the person writes in groups, digits of numbers. */
export interface Asked {
  companyId: number
  ids: number[]
  addresses: string[]
  numbers: string[]
}

/** The person as records are asked for. */
export function askedOf(companyId: number, { contactIds, addresses, numbers }: ErasedPerson): Asked {
  return { companyId, ids: [...contactIds], addresses: [...addresses], numbers: [...numbers] }
}

type Order = 'number' | 'moment' | 'uuid'

/** SQL of one kind of records. */
export interface RecordsQuery {
  kind: PersonKind
  /** `from … where …` of table `x`. */
  from: (raw: Sql, asked: Asked) => Query
  /** An object of `json`, whose fields are shown in the order in which they are written; `jsonb` has an order of its own. */
  record: (raw: Sql) => Query
  files?: (raw: Sql) => Query
  /** Makes of what was read what is shown, where the database cannot. */
  finish?: (fields: Record<string, unknown>, asked: Asked) => Record<string, unknown>
  /** Rows of a table without numbers are in the order of their moments, or of ids that rise with them. */
  order?: Order
}

/** What tells where a page ended: an id, or a moment and a number. */
function positionOf(raw: Sql, order: Order) {
  return order === 'moment' ? raw`x.created_at::text || ' ' || x.seq::text` : raw`x.id::text`
}

function behind(raw: Sql, after: string | null, order: Order) {
  if (after === null) return raw`true`
  if (order === 'number') return raw`x.id > ${after}::bigint`
  if (order === 'uuid') return raw`x.id > ${after}::uuid`
  const split = after.lastIndexOf(' ')
  const [at, seq] = [after.slice(0, split), after.slice(split + 1)]
  return raw`(x.created_at, x.seq) > (${at}::timestamptz, ${seq}::bigint)`
}

/** Records of one kind, of whoever is asked for. */
export function recordsOf(query: RecordsQuery, asked: Asked): PersonRecords {
  const { kind, from, record, files, finish, order = 'number' } = query
  return {
    kind,
    count: async (db) => {
      const raw = rawOf(db)
      const [row] = await raw<{ count: number }[]>`select count(*)::int as count ${from(raw, asked)}`
      return row?.count ?? 0
    },
    ...(files && {
      countFiles: async (db) => {
        const raw = rawOf(db)
        const [row] = await raw<{ count: number }[]>`
          select count(*)::int as count from (select ${files(raw)} as files ${from(raw, asked)}) r,
            jsonb_array_elements(r.files) f where f ->> 'key' is not null`
        return row?.count ?? 0
      }
    }),
    read: async (db, after, limit) => {
      const raw = rawOf(db)
      const places = order === 'moment' ? raw`x.created_at, x.seq` : raw`x.id`
      const rows = await raw<RecordRow[]>`
        select ${positionOf(raw, order)} as cursor, json_strip_nulls(${record(raw)})::text as record,
          ${files ? files(raw) : raw`null`}::text as files
        ${from(raw, asked)} and ${behind(raw, after, order)} order by ${places} limit ${limit}`
      if (!finish) return rows
      const finished = (text: string) => JSON.stringify(finish(JSON.parse(text) as Record<string, unknown>, asked))
      return rows.map((row) => ({ ...row, record: finished(row.record) }))
    }
  }
}
