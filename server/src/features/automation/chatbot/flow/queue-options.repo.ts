// SQL of queue options; every statement is scoped by company.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { queueOptions } from '#database/tables/automation/chatbot.ts'

type NewOption = typeof queueOptions.$inferInsert

function asOption({
  companyId: _companyId,
  createdAt,
  updatedAt,
  ...row
}: typeof queueOptions.$inferSelect): QueueOption {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

const isOption = (companyId: number, id: number) => and(eq(queueOptions.companyId, companyId), eq(queueOptions.id, id))

/** All options of these queues, siblings in their order. */
export async function optionsOfQueues(
  db: Transaction,
  companyId: number,
  queueIds: readonly number[]
): Promise<QueueOption[]> {
  if (queueIds.length === 0) return []
  const rows = await db
    .select()
    .from(queueOptions)
    .where(and(eq(queueOptions.companyId, companyId), inArray(queueOptions.queueId, [...queueIds])))
    .orderBy(asc(queueOptions.option), asc(queueOptions.id))
  return rows.map(asOption)
}

export async function childrenOf(db: Transaction, companyId: number, parentId: number): Promise<QueueOption[]> {
  const rows = await db
    .select()
    .from(queueOptions)
    .where(and(eq(queueOptions.companyId, companyId), eq(queueOptions.parentId, parentId)))
    .orderBy(asc(queueOptions.option), asc(queueOptions.id))
  return rows.map(asOption)
}

export const findOption = async (db: Transaction, companyId: number, id: number): Promise<QueueOption | undefined> =>
  (await db.select().from(queueOptions).where(isOption(companyId, id))).map(asOption)[0]

export async function insertOption(db: Transaction, row: NewOption): Promise<number> {
  const [made] = await db.insert(queueOptions).values(row).returning({ id: queueOptions.id })
  if (!made) throw new Error('an option was inserted without an answer')
  return made.id
}

export async function updateOption(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<NewOption>
): Promise<void> {
  await db
    .update(queueOptions)
    .set({ ...change, updatedAt: sql`now()` })
    .where(isOption(companyId, id))
}

/** Errors: ERR_VALIDATION for ids that were never given out, or that another option of the company has; in a transaction, nothing is inserted then. */
export async function insertAgain(db: Transaction, rows: readonly (NewOption & { id: number })[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const [{ isGiven } = { isGiven: false }] = await rawOf(db)<{ isGiven: boolean }[]>`
    select coalesce(${Math.max(...ids)}::bigint
      <= pg_sequence_last_value(pg_get_serial_sequence('queue_options', 'id')::regclass), false) as is_given`
  const made = isGiven
    ? await db
        .insert(queueOptions)
        .values([...rows])
        .onConflictDoNothing()
        .returning()
    : []
  if (made.length < rows.length) throw new AppError('ERR_VALIDATION', { fields: { options: 'ERR_VALIDATION' } })
}

/** With everything below it. */
export async function deleteOption(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(queueOptions).where(isOption(companyId, id))
}

/** Gives options the places 1, 2, 3 … in the order of their ids here. */
export async function reorderOptions(db: Transaction, companyId: number, ids: readonly number[]): Promise<void> {
  await rawOf(db)`
    update queue_options o set option = x.place
    from unnest(${[...ids]}::bigint[]) with ordinality as x(id, place)
    where o.company_id = ${companyId} and o.id = x.id and o.option <> x.place`
}
