// SQL of AI prompts; every statement is scoped by company.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { prompts } from '#database/tables/automation/automation.ts'
import { queues } from '#database/tables/org/queues.ts'

export type PromptRow = typeof prompts.$inferSelect
export interface NamedPrompt {
  row: PromptRow
  queue: { id: number; name: string } | null
}

const isPrompt = (companyId: number, id: number) => and(eq(prompts.companyId, companyId), eq(prompts.id, id))

function named(db: Transaction) {
  return db
    .select({ row: prompts, queue: { id: queues.id, name: queues.name } })
    .from(prompts)
    .leftJoin(queues, and(eq(queues.companyId, prompts.companyId), eq(queues.id, prompts.queueId)))
    .$dynamic()
}

/** By name. */
export function promptsOf(db: Transaction, companyId: number): Promise<NamedPrompt[]> {
  return named(db)
    .where(eq(prompts.companyId, companyId))
    .orderBy(asc(sql`lower(${prompts.name})`), asc(prompts.id))
}

export const findPrompt = async (db: Transaction, companyId: number, id: number): Promise<NamedPrompt | undefined> =>
  (await named(db).where(isPrompt(companyId, id)))[0]

/** Held until the transaction ends. */
export async function lockPrompt(db: Transaction, companyId: number, id: number): Promise<PromptRow | undefined> {
  return (await db.select().from(prompts).where(isPrompt(companyId, id)).for('update'))[0]
}

export async function insertPrompt(db: Transaction, row: typeof prompts.$inferInsert): Promise<number> {
  const [made] = await db.insert(prompts).values(row).returning({ id: prompts.id })
  if (!made) throw new Error('a prompt was inserted without an answer')
  return made.id
}

export async function changePrompt(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<PromptRow>
): Promise<void> {
  await db.update(prompts).set(change).where(isPrompt(companyId, id))
}

/** False when there was none. */
export const deletePromptRow = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.delete(prompts).where(isPrompt(companyId, id)).returning({ id: prompts.id })).length > 0

/** Ids of the prompts that lost their queue. */
export async function takeQueueAway(db: Transaction, companyId: number, queueId: number): Promise<number[]> {
  const lost = and(eq(prompts.companyId, companyId), eq(prompts.queueId, queueId))
  const rows = await db.update(prompts).set({ queueId: null }).where(lost).returning({ id: prompts.id })
  return rows.map(({ id }) => id)
}

interface Usage {
  promptTokens: number
  completionTokens: number
  cost: number
  answers: number
  handOvers: number
}

/** False when there is none. */
export async function addUsage(db: Transaction, companyId: number, id: number, usage: Usage): Promise<boolean> {
  const totalTokens = usage.promptTokens + usage.completionTokens
  const change = Object.fromEntries(
    Object.entries({ ...usage, totalTokens }).map(([key, more]) => [key, sql`${prompts[key as keyof Usage]} + ${more}`])
  )
  return (await db.update(prompts).set(change).where(isPrompt(companyId, id)).returning({ id: prompts.id })).length > 0
}
