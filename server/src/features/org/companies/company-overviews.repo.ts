// SQL of how companies stand and of what they use; it counts, and reads nothing that customers wrote.
import { and, asc, count, eq, gte, max, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { companyArchiveSchedules } from '#database/tables/org/archive-schedules.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'

/** Every company, or the one with the id. */
export function findFacts(db: Transaction, id?: number) {
  const people = db
    .select({
      companyId: users.companyId,
      used: count().as('people_used'),
      lastSeenAt: max(users.lastSeenAt).as('people_seen')
    })
    .from(users)
    .where(id === undefined ? undefined : eq(users.companyId, id))
    .groupBy(users.companyId)
    .as('people')
  const isConnected = sql<number>`count(*) filter (where ${connections.status} = 'CONNECTED')`.mapWith(Number)
  const numbers = db
    .select({
      companyId: connections.companyId,
      used: count().as('numbers_used'),
      connected: isConnected.as('numbers_connected')
    })
    .from(connections)
    .where(id === undefined ? undefined : eq(connections.companyId, id))
    .groupBy(connections.companyId)
    .as('numbers')
  return db
    .select({
      id: companies.id,
      name: companies.name,
      email: companies.email,
      phone: companies.phone,
      status: companies.status,
      dueDate: companies.dueDate,
      createdAt: companies.createdAt,
      plan: {
        id: plans.id,
        name: plans.name,
        users: plans.users,
        connections: plans.connections,
        queues: plans.queues,
        userPrice: plans.userPrice,
        connectionPrice: plans.connectionPrice
      },
      extraUsers: companies.extraUsers,
      extraConnections: companies.extraConnections,
      people: people.used,
      lastSeenAt: people.lastSeenAt,
      numbers: numbers.used,
      connected: numbers.connected,
      archiveFailure: companyArchiveSchedules.failure
    })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .leftJoin(people, eq(people.companyId, companies.id))
    .leftJoin(numbers, eq(numbers.companyId, companies.id))
    .leftJoin(companyArchiveSchedules, eq(companyArchiveSchedules.companyId, companies.id))
    .where(id === undefined ? undefined : eq(companies.id, id))
}

export type CompanyFacts = Awaited<ReturnType<typeof findFacts>>[number]

export function numbersOf(db: Transaction, companyId: number) {
  const { id, name, status, statusSince } = connections
  return db
    .select({ id, name, status, statusSince })
    .from(connections)
    .where(eq(connections.companyId, companyId))
    .orderBy(asc(sql`lower(${name})`))
}

export function teamOf(db: Transaction, companyId: number) {
  const { id, name, profile, online, lastSeenAt } = users
  return db
    .select({ id, name, profile, super: users.super, online, lastSeenAt })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(asc(sql`lower(${name})`))
}

export function countTickets(db: Transaction, companyId: number, since: Date): Promise<number> {
  return db.$count(tickets, and(eq(tickets.companyId, companyId), gte(tickets.createdAt, since)))
}
