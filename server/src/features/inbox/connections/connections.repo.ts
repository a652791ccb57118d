// SQL of connections and the queues they serve; every statement is scoped by company.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type {
  Connection,
  ConnectionReason,
  ConnectionStatus,
  HistoryImport
} from '@guiche/shared/features/inbox/connections.ts'
import type { QueueBrief } from '@guiche/shared/features/org/queues.ts'
import type { Transaction } from '#database/client.ts'
import { isOpenCompany } from '#database/company-standing.repo.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { connectionQueues, connections } from '#database/tables/inbox/connections.ts'
import { naming } from '#database/violations.ts'
import type { ExternalCaller } from '#platform/actor.ts'

export type ConnectionChange = PgUpdateSetSource<typeof connections>
type NewConnection = typeof connections.$inferInsert

const broken = [
  { constraint: 'connections_name', field: 'name', code: 'ERR_CONNECTION_NAME_ALREADY_EXISTS' },
  // In the words for a short one: that somebody else has it is told to nobody.
  { constraint: 'connections_token', field: 'token', code: 'ERR_CONNECTION_TOKEN_TOO_SHORT' },
  { constraint: 'connections_prompt', field: 'promptId', code: 'ERR_NO_PROMPT_FOUND' },
  { constraint: 'connections_integration', field: 'integrationId', code: 'ERR_NO_INTEGRATION_FOUND' }
] as const

/** The queues and the two counters come with the row: one statement for any number of connections. */
const shown = {
  id: connections.id,
  name: connections.name,
  connectionName: connections.name,
  status: connections.status,
  qrcode: connections.qrcode,
  retries: connections.retries,
  pairing: connections.pairing,
  isDefault: connections.isDefault,
  number: connections.number,
  statusReason: connections.statusReason,
  statusSince: connections.statusSince,
  greetingMessage: connections.greetingMessage,
  complationMessage: connections.complationMessage,
  outOfHoursMessage: connections.outOfHoursMessage,
  ratingMessage: connections.ratingMessage,
  hasToken: sql<boolean>`${connections.tokenHash} is not null`,
  expiresInactiveMessage: connections.expiresInactiveMessage,
  expiresTicket: connections.expiresTicket,
  timeUseBotQueues: connections.timeUseBotQueues,
  maxUseBotQueues: connections.maxUseBotQueues,
  transferQueueId: connections.transferQueueId,
  timeToTransfer: connections.timeToTransfer,
  promptId: connections.promptId,
  integrationId: connections.integrationId,
  importHistory: connections.importHistory,
  historyImport: sql<HistoryImport | null>`(
    select json_build_object('status', h.status, 'progress', h.progress, 'conversations', h.conversations,
      'messages', h.messages, 'skipped', h.skipped, 'failure', h.failure)
    from history_imports h
    where h.company_id = connections.company_id and h.connection_id = connections.id)`,
  companyId: connections.companyId,
  createdAt: connections.createdAt,
  updatedAt: connections.updatedAt,
  queues: sql<QueueBrief[]>`(
    select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
      order by q.order_queue nulls last, q.id), '[]')
    from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
    where cq.company_id = connections.company_id and cq.connection_id = connections.id)`,
  waiting: sql<number>`(
    select count(*)::int from outbox o
    where o.company_id = connections.company_id and o.connection_id = connections.id and o.kind = 'send')`,
  failures: sql<number>`(
    select count(*)::int from inbound_journal j
    where j.company_id = connections.company_id and j.connection_id = connections.id and j.failed_at is not null)`
}

const select = (db: Transaction) => db.select(shown).from(connections).$dynamic()
type Row = Awaited<ReturnType<typeof select>>[number]

function connectionOf({ statusSince, createdAt, updatedAt, ...row }: Row): Connection {
  return {
    ...row,
    token: '',
    provider: 'beta',
    status: row.status as ConnectionStatus,
    statusReason: row.statusReason as ConnectionReason | null,
    queueIds: row.queues.map((queue) => queue.id),
    statusSince: statusSince.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

const its = (companyId: number, id: number) => and(eq(connections.companyId, companyId), eq(connections.id, id))

/** In the order in which they were made. */
export const connectionsOf = async (db: Transaction, companyId: number): Promise<Connection[]> =>
  (await select(db).where(eq(connections.companyId, companyId)).orderBy(connections.id)).map(connectionOf)

export async function connectionsByIds(db: Transaction, companyId: number, ids: number[]): Promise<Connection[]> {
  if (ids.length === 0) return []
  const chosen = and(eq(connections.companyId, companyId), inArray(connections.id, ids))
  return (await select(db).where(chosen).orderBy(connections.id)).map(connectionOf)
}

export interface ConnectionKey {
  id: number
  name: string
  isDefault: boolean
  status: string
}

function keys(db: Transaction, companyId: number) {
  return db
    .select({
      id: connections.id,
      name: connections.name,
      isDefault: connections.isDefault,
      status: connections.status
    })
    .from(connections)
    .where(eq(connections.companyId, companyId))
    .orderBy(connections.id)
}

/** What a choice among a company's connections looks at, in the order in which they were made. */
export const connectionKeys = (db: Transaction, companyId: number): Promise<ConnectionKey[]> => keys(db, companyId)

/** The same, held until the transaction ends: who is the default changes one at a time. */
export const lockConnections = (db: Transaction, companyId: number): Promise<ConnectionKey[]> =>
  keys(db, companyId).for('no key update')

/** Errors: AppError for a name or token that is taken. */
export async function insertConnection(db: Transaction, row: NewConnection): Promise<number> {
  const [inserted] = await naming(broken, db.insert(connections).values(row).returning({ id: connections.id }))
  if (!inserted) throw new Error('a connection was inserted without a row')
  return inserted.id
}

/** Errors: AppError for a name or token that is taken. */
export function updateConnectionRow(
  db: Transaction,
  companyId: number,
  id: number,
  change: ConnectionChange
): Promise<unknown> {
  return naming(
    broken,
    db
      .update(connections)
      .set({ ...change, updatedAt: sql`now()` })
      .where(its(companyId, id))
  )
}

/** Takes the default away from all others; ids of those that had it. */
export async function clearDefault(db: Transaction, companyId: number, exceptId: number | null): Promise<number[]> {
  const rows = await db
    .update(connections)
    .set({ isDefault: false, updatedAt: sql`now()` })
    .where(
      and(
        eq(connections.companyId, companyId),
        eq(connections.isDefault, true),
        exceptId === null ? undefined : ne(connections.id, exceptId)
      )
    )
    .returning({ id: connections.id })
  return rows.map((row) => row.id)
}

/** Held so that nothing new refers to it while it is deleted: what is being written to go out over it is waited for. */
export async function lockForDelete(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.select({ id: connections.id }).from(connections).where(its(companyId, id)).for('update')
}

export async function deleteConnectionRow(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(connections).where(its(companyId, id))
}

/** Makes the queues of a connection exactly these. */
export async function replaceQueues(
  db: Transaction,
  companyId: number,
  connectionId: number,
  queueIds: number[]
): Promise<void> {
  await db
    .delete(connectionQueues)
    .where(and(eq(connectionQueues.companyId, companyId), eq(connectionQueues.connectionId, connectionId)))
  if (queueIds.length === 0) return
  await db
    .insert(connectionQueues)
    .values([...new Set(queueIds)].map((queueId) => ({ companyId, connectionId, queueId })))
}

export async function connectionIdsWithQueue(db: Transaction, companyId: number, queueId: number): Promise<number[]> {
  const rows = await db
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.companyId, companyId),
        sql`(${connections.transferQueueId} = ${queueId} or exists (
          select 1 from connection_queues cq
          where cq.company_id = connections.company_id and cq.connection_id = connections.id
            and cq.queue_id = ${queueId}))`
      )
    )
    .orderBy(connections.id)
    .for('no key update')
  return rows.map((row) => row.id)
}

/** No connection serves the queue or hands tickets over to it any more. */
export async function clearQueue(db: Transaction, companyId: number, queueId: number): Promise<void> {
  await db
    .update(connections)
    .set({ transferQueueId: null, timeToTransfer: 0, updatedAt: sql`now()` })
    .where(and(eq(connections.companyId, companyId), eq(connections.transferQueueId, queueId)))
  await db
    .delete(connectionQueues)
    .where(and(eq(connectionQueues.companyId, companyId), eq(connectionQueues.queueId, queueId)))
}

/** What is stored of a connection's token; null where it has none. */
export async function tokenHashOf(db: Transaction, companyId: number, id: number): Promise<string | null> {
  const [row] = await db.select({ hash: connections.tokenHash }).from(connections).where(its(companyId, id))
  return row?.hash ?? null
}

/** Whose token has this hash; with the plan and the due date of the company, if the company is active. */
export async function callerByToken(db: Transaction, tokenHash: string): Promise<ExternalCaller | null> {
  const [row] = await db
    .select({
      companyId: connections.companyId,
      connectionId: connections.id,
      dueDate: companies.dueDate,
      useExternalApi: plans.useExternalApi
    })
    .from(connections)
    .innerJoin(companies, and(eq(companies.id, connections.companyId), isOpenCompany()))
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(eq(connections.tokenHash, tokenHash))
  if (!row) return null
  const { useExternalApi, ...caller } = row
  return { ...caller, planFlags: useExternalApi === null ? {} : { useExternalApi } }
}
