// The permission matrix of roles: every route that asks for a permission, called by people whose role has it alone, has
// every other one, or has all but it; and every other route by people whose role has nothing, or everything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { permissionKeys, profilePermissions, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import { features } from '#app/features.ts'
import { buildTestApp, type TestApp } from './server/build-test-app.ts'
import { makeCompany, makeUserWith, type Company, type Person } from './fixtures/factories.ts'
import type { Answer } from './server/inject-call.ts'
import { inputFor } from './routes/route-inputs.ts'

const guarded = features
  .flatMap((feature) => feature.routes ?? [])
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => access !== 'public' && access !== 'external-token')
type Asking = Endpoint & { permission: PermissionKey }
const asking = guarded.filter((endpoint): endpoint is Asking => endpoint.permission !== undefined)
const plain = guarded.filter(({ access, permission }) => access === 'user' && permission === undefined)
const closed = guarded.filter(({ access }) => access === 'admin' || access === 'super')
const asked = permissionKeys.filter((key) => asking.some(({ permission }) => permission === key))

const named = <E extends Endpoint>(list: E[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/**
 * Whoever looks after people gives what they hold themselves: those who are added here are attendants with a queue. Sheets of
 * numbers are for those who may see them.
 */
const besides: Partial<Record<PermissionKey, readonly PermissionKey[]>> = {
  'contacts-page:import': ['numbers:view'],
  'contacts-page:export': ['numbers:view'],
  'campaigns-page:write': ['numbers:view'],
  'campaigns-page:export': ['numbers:view'],
  'users-page:write': [...profilePermissions.user, 'tickets:seeAll', 'user-modal:editQueues']
}

let test: TestApp
let company: Company
let nothing: Person
let everything: Person
const only = new Map<PermissionKey, Person>()
const allBut = new Map<PermissionKey, Person>()
/** Answers that were looked at. */
let answers = 0

beforeAll(async () => {
  test = await buildTestApp()
  company = await makeCompany(test)
  nothing = await makeUserWith(company, [])
  everything = await makeUserWith(company, permissionKeys)
  for (const key of permissionKeys) only.set(key, await makeUserWith(company, [key]))
  for (const key of asked) {
    const others = permissionKeys.filter((one) => one !== key)
    allBut.set(key, await makeUserWith(company, others))
    const more = besides[key]
    if (more) only.set(key, await makeUserWith(company, [key, ...more]))
  }
})
afterAll(async () => {
  const callers = permissionKeys.length + asked.length + 2
  console.info(
    `${guarded.length} calls, ${asking.length} of them with one of ${asked.length} permissions; ` +
      `${callers} callers; ${answers} answers`
  )
  await test.close()
})

const outcome = ({ status, error }: Answer<Endpoint>): string =>
  error === undefined ? String(status) : `${status} ${error}`

async function outcomeOf(person: Person | undefined, endpoint: Endpoint, input: object): Promise<string> {
  if (!person) throw new Error('nobody calls')
  answers++
  return outcome(await person.call(endpoint, input))
}

const refused = '403 ERR_NO_PERMISSION'

describe('what asks for a permission', () => {
  it.each(named(asking))('%s is for whoever holds it, and for nobody else', async (_name, endpoint) => {
    const { permission } = endpoint
    const input = await inputFor(endpoint, company)
    const others = permissionKeys.filter((key) => key !== permission && !besides[key]?.includes(permission))
    const got: [string, string][] = [['all but it', await outcomeOf(allBut.get(permission), endpoint, input)]]
    for (const key of others) got.push([key, await outcomeOf(only.get(key), endpoint, input)])
    got.push(['nothing', await outcomeOf(nothing, endpoint, input)])
    expect(got.filter(([, what]) => what !== refused)).toEqual([])
    const letIn = await outcomeOf(only.get(permission), endpoint, await inputFor(endpoint, company))
    expect([refused, '403 ERR_SESSION_EXPIRED', '404 ERR_NOT_FOUND']).not.toContain(letIn)
    expect(letIn).not.toMatch(/^5/)
  })
})

describe('what asks for none', () => {
  it.each(named(plain))('%s is for people whose role has nothing, too', async (_name, endpoint) => {
    const got = await outcomeOf(nothing, endpoint, await inputFor(endpoint, company))
    expect(['403 ERR_SESSION_EXPIRED', '404 ERR_NOT_FOUND']).not.toContain(got)
    expect(got).not.toMatch(/^5/)
  })

  it.each(named(closed))('%s is in no role', async (_name, endpoint) => {
    expect(await outcomeOf(everything, endpoint, await inputFor(endpoint, company))).toBe(refused)
  })
})

it('asks for every permission by some call, but for those that depend on the row', () => {
  expect(permissionKeys.filter((key) => !asked.includes(key))).toEqual([
    // What these let somebody do depends on the row, and is a rule of its feature.
    'tickets:seeAll',
    'tickets:takeOver',
    'tickets:transfer',
    'numbers:view',
    'contacts-page:renumber',
    'user-modal:editProfile',
    'user-modal:editQueues'
  ])
})
