// Templates of a feature's server side: table, SQL, rules, policy, events, routes, plug and test.
import { sentence, type Names } from './names.ts'

/** Files by path. */
export function serverFiles(names: Names): Record<string, string> {
  const { wing, feature } = names
  const contract = `@guiche/shared/features/${wing}/${feature}.ts`
  const folder = `server/src/features/${wing}/${feature}/${feature}`
  return {
    [`server/src/database/tables/${wing}/${feature}.ts`]: tableFile(names),
    [`${folder}.repo.ts`]: repoFile(names, contract),
    [`${folder}.policy.ts`]: policyFile(names, contract),
    [`${folder}.events.ts`]: eventsFile(names, contract),
    [`${folder}.service.ts`]: serviceFile(names, contract),
    [`${folder}.realtime.ts`]: realtimeFile(names, contract),
    [`${folder}.routes.ts`]: routesFile(names, contract),
    [`${folder}.feature.ts`]: plugFile(names),
    [`${folder}.test.ts`]: serverTest(names, contract)
  }
}

function tableFile({ wing, many, table, words }: Names): string {
  return `// ${sentence(words)} of a company.
import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { users } from '${wing === 'org' ? './users.ts' : '../org/users.ts'}'

export const ${many} = pgTable(
  '${table}',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    userId: ref('user_id').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('${table}_by_name').on(t.companyId, sql\`lower(\${t.name})\`, t.id)
  ]
)
`
}

function repoFile({ wing, feature, many, One, words, word }: Names, contract: string): string {
  return `// SQL of ${words}; every statement is scoped by company.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ${One} } from '${contract}'
import type { Transaction } from '#database/client.ts'
import { ${many} } from '#database/tables/${wing}/${feature}.ts'

const is${One} = (companyId: number, id: number) => and(eq(${many}.companyId, companyId), eq(${many}.id, id))

function as${One}(row: typeof ${many}.$inferSelect): ${One} {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** Every ${word} of a company, by name. */
export async function ${many}Of(db: Transaction, companyId: number): Promise<${One}[]> {
  const rows = await db
    .select()
    .from(${many})
    .where(eq(${many}.companyId, companyId))
    .orderBy(asc(sql\`lower(\${${many}.name})\`), asc(${many}.id))
  return rows.map(as${One})
}

export async function find${One}(db: Transaction, companyId: number, id: number): Promise<${One} | undefined> {
  const rows = await db.select().from(${many}).where(is${One}(companyId, id))
  return rows.map(as${One})[0]
}

export async function insert${One}(db: Transaction, row: typeof ${many}.$inferInsert): Promise<${One}> {
  const [made] = await db.insert(${many}).values(row).returning()
  if (!made) throw new Error('a ${word} was inserted without an answer')
  return as${One}(made)
}

/** Undefined when it was gone already. */
export async function update${One}(
  db: Transaction,
  companyId: number,
  id: number,
  changes: { name: string; updatedAt: Date }
): Promise<${One} | undefined> {
  const rows = await db.update(${many}).set(changes).where(is${One}(companyId, id)).returning()
  return rows.map(as${One})[0]
}

/** False when it was gone already. */
export async function delete${One}(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const rows = await db.delete(${many}).where(is${One}(companyId, id)).returning({ id: ${many}.id })
  return rows.length > 0
}
`
}

function policyFile({ one, One, words }: Names, contract: string): string {
  return `// Who may do what with ${words}.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { ${One} } from '${contract}'
import type { Actor } from '#platform/actor.ts'

/** Own ${words}; admins any. */
export const mayChange${One} = (actor: Actor, ${one}: Pick<${One}, 'userId'>): boolean =>
  isAdmin(actor) || ${one}.userId === actor.id
`
}

function eventsFile({ one, One, words, word }: Names, contract: string): string {
  return `// Events of ${words}.
import type { ${One} } from '${contract}'
import { domainEvent } from '#platform/events/domain-event.ts'

export const ${one}Saved = domainEvent<{ ${one}: ${One}; isNew: boolean }>('${word} saved')
export const ${one}Deleted = domainEvent<{ companyId: number; ${one}Id: number }>('${word} deleted')
`
}

function serviceFile({ feature, many, one, Many, One, words, word }: Names, contract: string): string {
  return `// Rules of ${words}: list, create, change, delete.
import type { ${One}, ${One}Draft } from '${contract}'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { ${one}Deleted, ${one}Saved } from './${feature}.events.ts'
import { mayChange${One} } from './${feature}.policy.ts'
import * as repo from './${feature}.repo.ts'

/** Every ${word} of the company, by name. */
export const list${Many} = (ctx: Ctx, actor: Actor): Promise<${One}[]> => repo.${many}Of(ctx.db, actor.companyId)

export function create${One}(ctx: Ctx, actor: Actor, draft: ${One}Draft): Promise<${One}> {
  return inTransaction(ctx, async (tx) => {
    const ${one} = await repo.insert${One}(tx.db, { ...draft, companyId: actor.companyId, userId: actor.id })
    tx.bus.emit(${one}Saved, { ${one}, isNew: true })
    return ${one}
  })
}

/** Errors: ERR_NOT_FOUND, ERR_NO_PERMISSION. */
export function update${One}(ctx: Ctx, actor: Actor, id: number, draft: ${One}Draft): Promise<${One}> {
  return inTransaction(ctx, async (tx) => {
    await changeable${One}(tx, actor, id)
    const ${one} = await repo.update${One}(tx.db, actor.companyId, id, { ...draft, updatedAt: tx.now() })
    if (!${one}) throw new AppError('ERR_NOT_FOUND')
    tx.bus.emit(${one}Saved, { ${one}, isNew: false })
    return ${one}
  })
}

/** Errors: ERR_NOT_FOUND, ERR_NO_PERMISSION. */
export function delete${One}(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await changeable${One}(tx, actor, id)
    if (!(await repo.delete${One}(tx.db, actor.companyId, id))) throw new AppError('ERR_NOT_FOUND')
    tx.bus.emit(${one}Deleted, { companyId: actor.companyId, ${one}Id: id })
  })
}

async function changeable${One}(tx: Ctx, actor: Actor, id: number): Promise<void> {
  const ${one} = await repo.find${One}(tx.db, actor.companyId, id)
  if (!${one}) throw new AppError('ERR_NOT_FOUND')
  if (!mayChange${One}(actor, ${one})) throw new AppError('ERR_NO_PERMISSION')
}
`
}

function realtimeFile({ feature, many, one, words }: Names, contract: string): string {
  return `// What a company sees when ${words} change.
import { ${one}Event } from '${contract}'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { ${one}Deleted, ${one}Saved } from './${feature}.events.ts'

const everybody = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function ${many}Realtime(bus: EventBus): void {
  bus.project(${one}Saved, ({ ${one}, isNew }) => [
    wireMessage(${one}Event, everybody(${one}.companyId), { action: isNew ? 'create' : 'update', ${one} })
  ])
  bus.project(${one}Deleted, ({ companyId, ${one}Id }) => [
    wireMessage(${one}Event, everybody(companyId), { action: 'delete', ${one}Id })
  ])
}
`
}

function routesFile({ feature, one, Many, One, words, word }: Names, contract: string): string {
  return `// Calls of ${words}.
import { create${One}, delete${One}, list${Many}, update${One} } from '${contract}'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './${feature}.service.ts'

export const ${one}Routes: Route[] = [
  mount(list${Many}, (ctx, { actor }) => service.list${Many}(ctx, actor)),
  mount(create${One}, (ctx, { actor, body }) => service.create${One}(ctx, actor, body)),
  mount(update${One}, (ctx, { actor, params, body }) => service.update${One}(ctx, actor, params.id, body)),
  mount(delete${One}, async (ctx, { actor, params }) => {
    await service.delete${One}(ctx, actor, params.id)
    return { message: '${sentence(word)} deleted' }
  })
]
`
}

function plugFile({ feature, many, one, words }: Names): string {
  return `// ${sentence(words)}, plugged in.
import type { Feature } from '#platform/feature.ts'
import { ${many}Realtime } from './${feature}.realtime.ts'
import { ${one}Routes } from './${feature}.routes.ts'

export const ${many}Feature: Feature = { name: '${words}', routes: ${one}Routes, realtime: ${many}Realtime }
`
}

function serverTest({ one, many, Many, One, words, word }: Names, contract: string): string {
  return `// Tests of ${words}: the list, who may change what, and what others see of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create${One}, delete${One}, list${Many}, ${one}Event, update${One} } from '${contract}'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('the list holds the ${words} of the own company, by name', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  await stranger.admin.call(create${One}, { body: { name: 'Deles' } })
  for (const name of ['beta', 'Alfa', 'Gama']) await company.admin.call(create${One}, { body: { name } })
  const { body } = await company.admin.call(list${Many})
  expect(body.map(({ name }) => name)).toEqual(['Alfa', 'beta', 'Gama'])
})

test('a ${word} needs a name', async () => {
  const company = await makeCompany(app)
  const answer = await company.admin.call(create${One}, { body: { name: '  ' } })
  expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
})

test('who made a ${word} and admins may change it, nobody else', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const [maker, colleague] = [await makeUser(company), await makeUser(company)]
  const { body: ${one} } = await maker.call(create${One}, { body: { name: 'Um' } })
  const change = { params: { id: ${one}.id }, body: { name: 'Outro' } }
  expect((await colleague.call(update${One}, change)).error).toBe('ERR_NO_PERMISSION')
  expect((await colleague.call(delete${One}, { params: change.params })).error).toBe('ERR_NO_PERMISSION')
  expect((await stranger.admin.call(update${One}, change)).error).toBe('ERR_NOT_FOUND')
  expect((await stranger.admin.call(delete${One}, { params: change.params })).error).toBe('ERR_NOT_FOUND')
  expect((await maker.call(update${One}, change)).body).toMatchObject({ id: ${one}.id, name: 'Outro' })
  expect((await company.admin.call(delete${One}, { params: change.params })).status).toBe(200)
  expect((await maker.call(list${Many})).body).toEqual([])
})

test('every console of the company follows, and no other', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const user = await makeUser(company)
  const [near, far] = [await user.connect(), await stranger.admin.connect()]
  const ${many} = await followList({
    socket: near,
    event: ${one}Event,
    load: async () => (await user.call(list${Many})).body,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.${one}Id) : put(items, event.${one}))
  })
  const { body: ${one} } = await company.admin.call(create${One}, { body: { name: 'Um' } })
  await ${many}.expectEqualsReload()
  await company.admin.call(update${One}, { params: { id: ${one}.id }, body: { name: 'Outro' } })
  await ${many}.expectEqualsReload()
  expect(${many}.items()).toMatchObject([{ id: ${one}.id, name: 'Outro' }])
  await company.admin.call(delete${One}, { params: { id: ${one}.id } })
  await ${many}.expectEqualsReload()
  expect(${many}.items()).toEqual([])
  await far.settle()
  expect(far.of(${one}Event)).toEqual([])
})
`
}
