// A company with thousands of tickets, spread unevenly, and people who see all, much or little of it.
import postgres from 'postgres'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { fillCompany } from '#test/fixtures/fill-company.ts'
import { makeCompany, makeQueue, makeUser, type Person } from '#test/fixtures/factories.ts'
import { makeConnection } from '#test/fixtures/inbound.ts'
import type { TestApp } from '#test/server/build-test-app.ts'

export interface FilledCompany {
  id: number
  admin: Person
  /** Sees one queue of five. */
  narrow: Person
  /** Sees all queues but one, and tickets without a queue. */
  wide: Person
  queueIds: number[]
  tagIds: number[]
  ticketIds: number[]
  sql: postgres.Sql
}

/** Call `sql.end()` in `afterAll`. */
export async function makeFilledCompany(
  test: TestApp,
  size: { tickets: number; messages: number }
): Promise<FilledCompany> {
  const company = await makeCompany(test)
  const { ref } = await makeConnection(company)
  const queueIds: number[] = []
  for (let index = 0; index < 5; index++) queueIds.push((await makeQueue(company)).id)
  const narrow = await makeUser(company, { queueIds: queueIds.slice(3, 4) })
  const wide = await makeUser(company, { queueIds: queueIds.slice(1), allTicket: 'enabled' })
  const tagIds: number[] = []
  for (const name of ['comum', 'antiga', 'média', 'rara']) {
    tagIds.push((await company.admin.call(createTag, { body: { name } as never })).body.id)
  }
  const sql = postgres(test.databaseUrl, { max: 2, onnotice: () => {} })
  const ticketIds = await fillCompany(sql, { companyId: company.id, connectionId: ref.connectionId, ...size })
  return { id: company.id, admin: company.admin, narrow, wide, queueIds, tagIds, ticketIds, sql }
}
