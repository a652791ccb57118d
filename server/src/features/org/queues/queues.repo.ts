// SQL of queues.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queue, QueuePatch } from '@guiche/shared/features/org/queues.ts'
import type { Transaction } from '#database/client.ts'
import { queues } from '#database/tables/org/queues.ts'
import { naming } from '#database/violations.ts'

const broken = [
  { constraint: 'queues_name', field: 'name', code: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
  { constraint: 'queues_color', field: 'color', code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  { constraint: 'queues_prompt', field: 'promptId', code: 'ERR_NO_PROMPT_FOUND' },
  { constraint: 'queues_integration', field: 'integrationId', code: 'ERR_NO_INTEGRATION_FOUND' }
] as const

const isQueue = (companyId: number, id: number) => and(eq(queues.companyId, companyId), eq(queues.id, id))

function asQueue(row: typeof queues.$inferSelect): Queue {
  return {
    ...row,
    schedules: row.schedules as Queue['schedules'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}

/** Every queue of a company in the order people gave them. */
export async function queuesOf(db: Transaction, companyId: number): Promise<Queue[]> {
  const inOrder = [sql`${queues.orderQueue} asc nulls last`, asc(sql`lower(${queues.name})`), asc(queues.id)]
  const rows = await db
    .select()
    .from(queues)
    .where(eq(queues.companyId, companyId))
    .orderBy(...inOrder)
  return rows.map(asQueue)
}

export const findQueue = async (db: Transaction, companyId: number, id: number): Promise<Queue | undefined> =>
  (await db.select().from(queues).where(isQueue(companyId, id))).map(asQueue)[0]

/** Those of `ids` that are queues of the company. */
export async function knownQueueIds(db: Transaction, companyId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: queues.id })
    .from(queues)
    .where(and(eq(queues.companyId, companyId), inArray(queues.id, [...ids])))
  return rows.map((row) => row.id)
}

/** Errors: AppError for a name or colour that is taken, a prompt or an integration that is not there. */
export async function insertQueue(db: Transaction, row: typeof queues.$inferInsert): Promise<Queue> {
  const [made] = await naming(broken, db.insert(queues).values(row).returning())
  if (!made) throw new Error('a queue was inserted without an answer')
  return asQueue(made)
}

/** Undefined when there is no such queue. Errors: those of `insertQueue`. */
export async function updateQueue(
  db: Transaction,
  companyId: number,
  id: number,
  changes: QueuePatch & { updatedAt: Date }
): Promise<Queue | undefined> {
  const rows = await naming(broken, db.update(queues).set(changes).where(isQueue(companyId, id)).returning())
  return rows.map(asQueue)[0]
}

export const deleteQueue = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(queues).where(isQueue(companyId, id))

/** The queue, held so that nothing new refers to it while it is deleted. */
export const lockQueue = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.select({ id: queues.id }).from(queues).where(isQueue(companyId, id)).for('update')).length > 0
