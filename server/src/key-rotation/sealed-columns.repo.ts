// SQL of everything that is sealed with the application secret, column by column.
import { and, eq, getTableName, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#database/client.ts'
import { prompts, queueIntegrations } from '#database/tables/automation/automation.ts'
import { webhooks } from '#database/tables/automation/webhooks.ts'
import { pushSubscriptions } from '#database/tables/inbox/push-subscriptions.ts'
import { whatsappCreds, whatsappKeys } from '#database/tables/inbox/whatsapp.ts'
import { lastingKeys } from '#database/tables/lasting-keys.ts'
import { companyArchiveSchedules } from '#database/tables/org/archive-schedules.ts'
import { companyFileKeys } from '#database/tables/org/file-keys.ts'
import { userFactors } from '#database/tables/org/second-factors.ts'

export interface SealedColumn {
  table: PgTable
  /** By which its rows are told apart, and read in order. */
  key: PgColumn[]
  /** Bytes, or text in base64. */
  column: PgColumn
  /** Not null in rows whose secret was given up: nobody misses what cannot be opened there. */
  givenUp?: PgColumn
}

/** A further one goes here; a test finds one that is missing. */
export const sealedColumns: SealedColumn[] = [
  { table: lastingKeys, key: [lastingKeys.purpose], column: lastingKeys.sealedKey },
  {
    table: companyFileKeys,
    key: [companyFileKeys.companyId, companyFileKeys.id],
    column: companyFileKeys.sealedKey,
    givenUp: companyFileKeys.lostAt
  },
  { table: whatsappCreds, key: [whatsappCreds.companyId, whatsappCreds.connectionId], column: whatsappCreds.data },
  {
    table: whatsappKeys,
    key: [whatsappKeys.companyId, whatsappKeys.connectionId, whatsappKeys.type, whatsappKeys.id],
    column: whatsappKeys.data
  },
  { table: prompts, key: [prompts.companyId, prompts.id], column: prompts.apiKey },
  { table: prompts, key: [prompts.companyId, prompts.id], column: prompts.voiceKey },
  {
    table: queueIntegrations,
    key: [queueIntegrations.companyId, queueIntegrations.id],
    column: queueIntegrations.jsonContent
  },
  {
    table: queueIntegrations,
    key: [queueIntegrations.companyId, queueIntegrations.id],
    column: queueIntegrations.secret
  },
  { table: webhooks, key: [webhooks.companyId, webhooks.id], column: webhooks.secret },
  {
    table: companyArchiveSchedules,
    key: [companyArchiveSchedules.companyId],
    column: companyArchiveSchedules.sealedAddress
  },
  { table: userFactors, key: [userFactors.companyId, userFactors.userId], column: userFactors.sealedSecret },
  { table: pushSubscriptions, key: [pushSubscriptions.companyId, pushSubscriptions.id], column: pushSubscriptions.keys }
]

export const nameOf = ({ table, column }: SealedColumn): string => `${getTableName(table)}.${column.name}`

/** A sealed value, and the key of its row. */
export interface SealedValue {
  key: unknown[]
  value: Buffer | string
  isGivenUp: boolean
}

/** Rows after the key of the one read last, in the order of keys. */
export async function readSealed(
  db: Database,
  { table, key, column, givenUp }: SealedColumn,
  after: unknown[] | null,
  count: number
): Promise<SealedValue[]> {
  const columns: Record<string, PgColumn> = { value: column, ...(givenUp ? { givenUp } : {}) }
  for (const [at, part] of key.entries()) columns[`key${at}`] = part
  const isAfter: SQL | undefined = after
    ? sql`(${sql.join(key, sql`, `)}) > (${sql.join(
        after.map((part, at) => sql.param(part, key[at])),
        sql`, `
      )})`
    : undefined
  const rows = await db
    .select(columns)
    .from(table)
    .where(and(isNotNull(column), isAfter))
    .orderBy(...key)
    .limit(count)
  return rows.map((row) => ({
    key: key.map((_, at) => row[`key${at}`]),
    value: row['value'] as Buffer | string,
    isGivenUp: (row['givenUp'] ?? null) !== null
  }))
}

/** Puts a value in the place of another; nothing where somebody else has written meanwhile. */
export function replaceSealed(
  tx: Transaction,
  { table, key, column }: SealedColumn,
  { key: own, value }: SealedValue,
  fresh: Buffer | string
): Promise<unknown> {
  const isOwn = and(...key.map((part, at) => eq(part, own[at])), eq(column, value))
  return tx.execute(
    sql`update ${table} set ${sql.identifier(column.name)} = ${sql.param(fresh, column)} where ${isOwn}`
  )
}
