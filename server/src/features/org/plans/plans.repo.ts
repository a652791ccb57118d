// SQL of plans: the list, a company's plan, and how much of it is used.
import { and, asc, count, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import { adminPlanName, type Plan } from '@guiche/shared/features/org/plans.ts'
import type { Transaction } from '#database/client.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { planChanges } from '#database/tables/billing/invoices.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { queues } from '#database/tables/org/queues.ts'
import { users } from '#database/tables/org/users.ts'
import { naming } from '#database/violations.ts'
import { noExtras, type Extras } from './extras.ts'

const taken = [{ constraint: 'plans_name', field: 'name', code: 'ERR_PLAN_NAME_ALREADY_EXISTS' }] as const

const planColumns = {
  id: plans.id,
  name: plans.name,
  users: plans.users,
  connections: plans.connections,
  queues: plans.queues,
  value: plans.value,
  useCampaigns: plans.useCampaigns,
  useSchedules: plans.useSchedules,
  useInternalChat: plans.useInternalChat,
  useExternalApi: plans.useExternalApi,
  useKanban: plans.useKanban,
  useOpenAi: plans.useOpenAi,
  useIntegrations: plans.useIntegrations,
  storage: plans.storage,
  messages: plans.messages,
  campaigns: plans.campaigns,
  userPrice: plans.userPrice,
  connectionPrice: plans.connectionPrice
}

const isOffered = ne(sql`lower(${plans.name})`, adminPlanName.toLowerCase())

/** Plans a company may choose, cheapest first. */
export const offeredPlans = (db: Transaction): Promise<Plan[]> =>
  db.select(planColumns).from(plans).where(isOffered).orderBy(asc(plans.value), asc(plans.name))

export async function offeredPlan(db: Transaction, id: number): Promise<Plan | undefined> {
  return (
    await db
      .select(planColumns)
      .from(plans)
      .where(and(eq(plans.id, id), isOffered))
  )[0]
}

/** Null for a company without a plan. */
export async function planOfCompany(db: Transaction, companyId: number): Promise<Plan | null> {
  const [row] = await db
    .select(planColumns)
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, companyId))
  return row ?? null
}

/** What a company has beyond its plan, whatever its plan sells. */
export async function extrasOf(db: Transaction, companyId: number): Promise<Extras> {
  const { extraUsers, extraConnections } = companies
  const [row] = await db.select({ extraUsers, extraConnections }).from(companies).where(eq(companies.id, companyId))
  return row ?? noExtras
}

/** The plan that begins later and whose time is paid for already. */
export async function nextPaidPlan(db: Transaction, companyId: number): Promise<Plan | undefined> {
  return (
    await db
      .select(planColumns)
      .from(planChanges)
      .innerJoin(companies, eq(companies.id, planChanges.companyId))
      .innerJoin(plans, eq(plans.id, planChanges.planId))
      .where(
        and(
          eq(planChanges.companyId, companyId),
          eq(planChanges.kind, 'later'),
          or(isNotNull(planChanges.paidAt), gt(companies.dueDate, planChanges.takesEffectAt))
        )
      )
  )[0]
}

/** The plan each company waits for that waits for one; for this one alone, if given. */
export function awaitedPlans(db: Transaction, planId?: number): Promise<{ planId: number }[]> {
  return db
    .select({ planId: planChanges.planId })
    .from(planChanges)
    .where(planId === undefined ? undefined : eq(planChanges.planId, planId))
}

/** Makes counting and adding one step: whoever adds to a company waits here for the one before. */
export const lockCompany = (db: Transaction, companyId: number): Promise<unknown> =>
  db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')

const countedTables = { users, connections, queues }
export type Counted = keyof typeof countedTables

export async function countUsed(db: Transaction, companyId: number, counted: Counted): Promise<number> {
  const table = countedTables[counted]
  const [row] = await db.select({ used: count() }).from(table).where(eq(table.companyId, companyId))
  return row?.used ?? 0
}

export const hasPlans = async (db: Transaction): Promise<boolean> =>
  (await db.select({ id: plans.id }).from(plans).limit(1)).length > 0

export const insertPlans = (db: Transaction, rows: Omit<Plan, 'id'>[]): Promise<unknown> =>
  db.insert(plans).values(rows).onConflictDoNothing()

export async function planByName(db: Transaction, name: string): Promise<Plan | undefined> {
  return (
    await db
      .select(planColumns)
      .from(plans)
      .where(eq(sql`lower(${plans.name})`, name.toLowerCase()))
  )[0]
}

/** Every plan, cheapest first. */
export const allPlans = (db: Transaction): Promise<Plan[]> =>
  db.select(planColumns).from(plans).orderBy(asc(plans.value), asc(plans.name))

export const findPlan = async (db: Transaction, id: number): Promise<Plan | undefined> =>
  (await db.select(planColumns).from(plans).where(eq(plans.id, id)))[0]

/** The same, held until the transaction ends. */
export const lockPlan = async (db: Transaction, id: number): Promise<Plan | undefined> =>
  (await db.select(planColumns).from(plans).where(eq(plans.id, id)).for('update'))[0]

/** Errors: AppError for a name that is taken. */
export async function insertPlan(db: Transaction, row: Omit<Plan, 'id'>): Promise<Plan> {
  const [made] = await naming(taken, db.insert(plans).values(row).returning(planColumns))
  if (!made) throw new Error('a plan was inserted without an answer')
  return made
}

/** The row is held by the caller. Errors: AppError for a name that is taken. */
export async function changePlan(db: Transaction, id: number, change: Partial<Omit<Plan, 'id'>>): Promise<Plan> {
  const [changed] = await naming(
    taken,
    db
      .update(plans)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(plans.id, id))
      .returning(planColumns)
  )
  if (!changed) throw new Error('a plan that was held has gone')
  return changed
}

export const deletePlan = (db: Transaction, id: number): Promise<unknown> => db.delete(plans).where(eq(plans.id, id))

/** Of every company: its plan and what says how it stands. */
export function termsOfCompanies(db: Transaction) {
  const { planId, status, dueDate, createdAt } = companies
  return db.select({ planId, status, dueDate, createdAt }).from(companies)
}

export const companiesWithPlan = async (db: Transaction, planId: number): Promise<number[]> =>
  (await db.select({ id: companies.id }).from(companies).where(eq(companies.planId, planId))).map(({ id }) => id)
