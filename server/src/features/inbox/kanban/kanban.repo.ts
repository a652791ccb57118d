// SQL of the kanban board: columns, and the places of tickets on them; every statement is scoped by company.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { byRank, type KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { kanbanColumns } from '#database/tables/inbox/kanban.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'

const shown = {
  id: kanbanColumns.id,
  title: kanbanColumns.title,
  orderIndex: kanbanColumns.orderIndex,
  companyId: kanbanColumns.companyId
}

const isColumn = (companyId: number, id: number) =>
  and(eq(kanbanColumns.companyId, companyId), eq(kanbanColumns.id, id))

function inOrder(db: Transaction, companyId: number) {
  return db
    .select(shown)
    .from(kanbanColumns)
    .where(eq(kanbanColumns.companyId, companyId))
    .orderBy(asc(kanbanColumns.orderIndex), asc(kanbanColumns.id))
}

/** Columns from left to right. */
export const columnsOf = (db: Transaction, companyId: number): Promise<KanbanColumn[]> => inOrder(db, companyId)

/** The same, and nobody moves one until the end of the transaction. */
export const lockColumns = async (db: Transaction, companyId: number): Promise<KanbanColumn[]> =>
  // Whoever waited for the lock gets the rows as they are now, in the order they had before.
  (await inOrder(db, companyId).for('no key update')).toSorted(byRank)

/** Puts a column behind the others. */
export async function insertColumn(db: Transaction, companyId: number, title: string): Promise<KanbanColumn> {
  const last = sql`(select coalesce(max(${kanbanColumns.orderIndex}), -1) + 1 from ${kanbanColumns} where ${kanbanColumns.companyId} = ${companyId})`
  const [inserted] = await db.insert(kanbanColumns).values({ companyId, title, orderIndex: last }).returning(shown)
  if (!inserted) throw new Error('a column was inserted without an answer')
  return inserted
}

/** Undefined when it is gone. */
export async function changeColumn(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<Pick<KanbanColumn, 'title' | 'orderIndex'>>
): Promise<KanbanColumn | undefined> {
  return (
    await db
      .update(kanbanColumns)
      .set({ ...change, updatedAt: sql`now()` })
      .where(isColumn(companyId, id))
      .returning(shown)
  )[0]
}

/** Gives columns their places, in one statement. */
export async function rankColumns(
  db: Transaction,
  companyId: number,
  ranked: Pick<KanbanColumn, 'id' | 'orderIndex'>[]
): Promise<void> {
  const ids = ranked.map(({ id }) => id)
  const ranks = ranked.map(({ orderIndex }) => orderIndex)
  await rawOf(db)`
    update kanban_columns k set order_index = r.rank, updated_at = now()
    from unnest(${ids}::bigint[], ${ranks}::float8[]) r(id, rank)
    where k.company_id = ${companyId} and k.id = r.id`
}

/** Holds a column for this transaction: shared by those who put cards on it, alone by who deletes it. */
export async function lockColumn(
  db: Transaction,
  companyId: number,
  id: number,
  strength: 'key share' | 'update'
): Promise<boolean> {
  return (
    (await db.select({ id: kanbanColumns.id }).from(kanbanColumns).where(isColumn(companyId, id)).for(strength))
      .length > 0
  )
}

export async function hasCards(db: Transaction, companyId: number, columnId: number): Promise<boolean> {
  return (
    (
      await db
        .select({ id: tickets.id })
        .from(tickets)
        .where(
          and(
            eq(tickets.companyId, companyId),
            eq(tickets.kanbanColumnId, columnId),
            inArray(tickets.status, ['open', 'pending'])
          )
        )
        .limit(1)
    ).length > 0
  )
}

/** Deletes a column; closed tickets that were on it forget it. */
export async function deleteColumn(db: Transaction, companyId: number, id: number): Promise<void> {
  await db
    .update(tickets)
    .set({ kanbanColumnId: null, orderIndex: null })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.kanbanColumnId, id)))
  await db.delete(kanbanColumns).where(isColumn(companyId, id))
}

export interface CardPosition {
  id: number
  orderIndex: number
}

/** Those of the tickets that are on a column (null: on none yet), from top to bottom. */
export async function cardsOn(
  db: Transaction,
  companyId: number,
  columnId: number | null,
  ids: number[]
): Promise<CardPosition[]> {
  const rows = await rawOf(db)<{ id: number; rank: number }[]>`
    select t.id, coalesce(t.order_index, t.id) as rank from tickets t
    where t.company_id = ${companyId} and t.id = any(${ids}::bigint[]) and t.kanban_column_id is not distinct from ${columnId}
    order by rank, t.id`
  return rows.map(({ id, rank }) => ({ id, orderIndex: rank }))
}

/** The ticket stays where it is in the lists. */
export async function positionCard(
  db: Transaction,
  companyId: number,
  id: number,
  place: { kanbanColumnId: number | null; orderIndex: number }
): Promise<void> {
  await db
    .update(tickets)
    .set(place)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

/** Spreads the ranks of all tickets in service on a column evenly over the stretch they take. Returns their ids. */
export async function spreadColumn(db: Transaction, companyId: number, columnId: number | null): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    with cards as (
      select t.id, coalesce(t.order_index, t.id) as rank from tickets t
      where t.company_id = ${companyId} and t.kanban_column_id is not distinct from ${columnId}
        and t.status in ('open', 'pending')
    ), spread as (
      select id, min(rank) over () + (max(rank) over () - min(rank) over () + 1)
        * (row_number() over (order by rank, id) - 1) / count(*) over () as rank from cards
    )
    update tickets t set order_index = spread.rank from spread
    where t.company_id = ${companyId} and t.id = spread.id returning t.id`
  return rows.map(({ id }) => id)
}
