// The permission matrix: every route of every feature, called by everybody, about the own and another company.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { hasPermission, planFlags } from '@guiche/shared/kernel/access.ts'
import { features } from '#app/features.ts'
import { companies } from '#database/tables/org/companies.ts'
import { readAccessToken, signAccessToken } from '#features/org/auth/access-tokens.ts'
import { actorCache } from '#features/org/sessions/actor-cache.ts'
import { sumUpDays } from '#features/team/dashboard/sum-up-days.ts'
import { writeInvoices } from '#features/billing/invoices/write-invoices.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from './server/build-test-app.ts'
import { makeCompany, makeUser, signInSuper, type Company, type Person } from './fixtures/factories.ts'
import { injectCall, pathOf, type Answer } from './server/inject-call.ts'
import { inputFor, isKnownRoute, namesRows } from './routes/route-inputs.ts'

const endpoints = features.flatMap((feature) => feature.routes ?? []).map((route) => route.endpoint)
const named = (list: Endpoint[]) => list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const guarded = endpoints.filter(({ access }) => access !== 'public' && access !== 'external-token')

const roles = ['user', 'supervisor', 'admin', 'super'] as const
type Role = (typeof roles)[number]

let test: TestApp
let own: Company
let other: Company
let people: Record<Role, Person>

beforeAll(async () => {
  test = await buildTestApp()
  ;[own, other] = [await makeCompany(test), await makeCompany(test)]
  people = {
    user: await makeUser(own),
    supervisor: await makeUser(own, { profile: 'supervisor' }),
    admin: own.admin,
    super: await signInSuper(test)
  }
  // What the house does for every company by the clock is done: nothing but the calls changes rows in between.
  await sumUpDays(test.ctx)
  await writeInvoices(test.ctx)
})
afterAll(() => test.close())

/** The company whose rows somebody works with. */
const homeOf = (role: Role): Company =>
  role === 'super' ? { ...own, id: people.super.companyId, admin: people.super } : own

function mayCall({ access, permission }: Endpoint, role: Role): boolean {
  const isSuper = role === 'super'
  if (access === 'super') return isSuper
  if (access === 'admin') return role === 'admin' || isSuper
  return permission === undefined || hasPermission({ profile: isSuper ? 'admin' : role, super: isSuper }, permission)
}

/** One line that says what somebody got. */
const outcome = ({ status, error }: Answer<Endpoint>): string =>
  error === undefined ? String(status) : `${status} ${error}`

const callAs = (person: Person, endpoint: Endpoint, input: object) => person.call(endpoint, input)

/** What the server logged of a call that failed; nothing for one that did not. */
const failureOf = (answer: Answer<Endpoint>): string[] =>
  answer.status < 500 ? [] : [`${outcome(answer)}: ${test.logged.slice(-4).join('')}`]

it('knows how to call every route', () => {
  // Whoever adds a route with parameters adds them to test/routes/route-inputs.ts.
  const unknown = endpoints.filter((endpoint) => !isKnownRoute(endpoint)).map(({ method, path }) => `${method} ${path}`)
  expect(unknown).toEqual([])
})

describe('without a valid token', () => {
  const expiredToken = () => {
    const claims = readAccessToken(test.ctx, own.admin.token)
    if (!claims) throw new Error('the token of the admin is not readable')
    const hourAgo = () => new Date(test.clock.now().getTime() - 3_600_000)
    return signAccessToken({ secrets: test.ctx.secrets, now: hourAgo }, claims)
  }

  it.each(named(guarded))('%s asks for a refresh, with either spelling of the path', async (_name, endpoint) => {
    const input = await inputFor(endpoint, own)
    for (const token of [undefined, 'lixo', expiredToken()]) {
      expect(outcome(await injectCall(test.http, endpoint, input as never, { token }))).toBe('403 ERR_SESSION_EXPIRED')
    }
    const slashed = { method: endpoint.method, url: `${pathOf(endpoint, input)}/` }
    expect((await test.http.inject(slashed)).statusCode).toBe(403)
  })

  it.each(named(endpoints.filter(({ access }) => access === 'external-token')))(
    '%s is refused without the token of a connection',
    async (_name, endpoint) => {
      const answer = await injectCall(test.http, endpoint, (await inputFor(endpoint, own)) as never)
      expect([401, 403]).toContain(answer.status)
    }
  )

  it.each(named(endpoints.filter(({ access }) => access === 'public')))(
    '%s answers without failing',
    async (_n, endpoint) => {
      const input = await inputFor(endpoint, own)
      const answer = await injectCall(test.http, endpoint, input as never, { from: '10.200.0.1' })
      expect(failureOf(answer)).toEqual([])
    }
  )
})

describe('with rows of the own company', () => {
  const breachesOf = (endpoint: Endpoint, role: Role, answer: Answer<Endpoint>): string[] => {
    const got = outcome(answer)
    if (!mayCall(endpoint, role)) return got === '403 ERR_NO_PERMISSION' ? [] : [`${role} got ${got}`]
    const refusals = ['403 ERR_SESSION_EXPIRED', '404 ERR_NOT_FOUND']
    // Users and supervisors may still be refused by the rules of the feature.
    if (role === 'admin' || role === 'super') refusals.push('403 ERR_NO_PERMISSION')
    return refusals.includes(got) ? [`${role} got ${got}`] : failureOf(answer)
  }

  it.each(named(guarded))('%s follows its access', async (_name, endpoint) => {
    const breaches: string[] = []
    for (const role of roles) {
      const answer = await callAs(people[role], endpoint, await inputFor(endpoint, homeOf(role)))
      breaches.push(...breachesOf(endpoint, role, answer))
    }
    expect(breaches).toEqual([])
  })
})

/** Every row of a company, as one fingerprint a table. */
async function fingerprint(companyId: number): Promise<Record<string, string>> {
  const tables = await test.ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`)
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows
      from ${sql.identifier(name)} t where company_id = ${companyId}`
  )
  const rows = await test.ctx.db.execute<{ name: string; rows: string }>(sql.join(parts, sql` union all `))
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

function mentions(value: unknown, companyId: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ((value as { companyId?: unknown }).companyId === companyId) return true
  return Object.values(value).some((part) => mentions(part, companyId))
}

describe('with rows of another company', () => {
  interface Attack {
    role: Role
    input: object
    isForeignPath: boolean
  }

  /** The rows of the other company as the input, and the own row in the path with those of the others in body and query. */
  const attacksOf = async (endpoint: Endpoint, role: Role): Promise<Attack[]> => {
    const foreign = await inputFor(endpoint, other)
    const home = await inputFor(endpoint, own)
    return [
      { role, input: foreign, isForeignPath: namesRows(endpoint) },
      { role, input: { ...foreign, params: home.params }, isForeignPath: false }
    ]
  }

  const breachesOf = async (endpoint: Endpoint, { role, input, isForeignPath }: Attack): Promise<string[]> => {
    const answer = await callAs(people[role], endpoint, input)
    const isServed = isForeignPath && ![400, 403, 404].includes(answer.status)
    return [
      ...failureOf(answer),
      ...(isServed ? [`${role} got ${outcome(answer)}`] : []),
      ...(mentions(answer.body, other.id) ? [`${role} was shown ${answer.raw.body}`] : [])
    ]
  }

  it.each(named(guarded))('%s neither shows nor changes anything there', async (_name, endpoint) => {
    const attackers = roles.filter((role) => role !== 'super' && mayCall(endpoint, role))
    const attacks: Attack[] = []
    for (const role of attackers) attacks.push(...(await attacksOf(endpoint, role)))
    const before = await fingerprint(other.id)
    const breaches: string[] = []
    for (const attack of attacks) breaches.push(...(await breachesOf(endpoint, attack)))
    const after = await fingerprint(other.id)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    expect([...breaches, ...changed.map((table) => `one of ${attackers.join()} changed ${table}`)]).toEqual([])
  })
})

describe('by plan and due date', () => {
  const changes = guarded.filter(({ method }) => method !== 'GET')

  it('refuses to change what the plan leaves out, and nothing else', async () => {
    const poor = await makeCompany(test, { plan: Object.fromEntries(planFlags.map((flag) => [flag, false])) })
    const got: [string, boolean][] = []
    for (const endpoint of changes) {
      const answer = await callAs(poor.admin, endpoint, await inputFor(endpoint, poor))
      got.push([`${endpoint.method} ${endpoint.path}`, outcome(answer) === '403 ERR_PLAN_FEATURE_OFF'])
    }
    const isSuperOnly = ({ access }: Endpoint) => access === 'super'
    expect(got).toEqual(
      changes.map((endpoint) => [
        `${endpoint.method} ${endpoint.path}`,
        endpoint.planFlag !== undefined && !isSuperOnly(endpoint)
      ])
    )
  })

  it('lets an expired company read and pay, and change nothing else', async () => {
    const expired = await makeCompany(test)
    const inputs = new Map<Endpoint, object>()
    for (const endpoint of guarded) inputs.set(endpoint, await inputFor(endpoint, expired))
    await inTransaction(test.ctx, async (tx) => {
      await tx.db
        .update(companies)
        .set({ dueDate: new Date(0) })
        .where(eq(companies.id, expired.id))
      await actorCache.forget(tx, `${expired.id}:`)
    })
    const got: [string, boolean][] = []
    for (const [endpoint, input] of inputs) {
      const answer = await callAs(expired.admin, endpoint, input)
      got.push([`${endpoint.method} ${endpoint.path}`, outcome(answer) === '402 ERR_COMPANY_EXPIRED'])
    }
    const isStopped = ({ method, access, openWhenExpired }: Endpoint) =>
      method !== 'GET' && !openWhenExpired && access !== 'super'
    expect(got).toEqual(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, isStopped(endpoint)]))
  })
})
