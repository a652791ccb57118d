// A login of hours ago opens nothing to others: every call is made with one, and those that say so ask for the password.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { features } from '#app/features.ts'
import { makeCompany, signInSuper, type Company } from '../fixtures/factories.ts'
import { inputFor } from '../routes/route-inputs.ts'
import { buildTestApp, type TestApp } from '../server/build-test-app.ts'

const endpoints = features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
const changes = endpoints.filter(
  ({ access, method }) => ['user', 'admin', 'super'].includes(access) && method !== 'GET'
)

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function withoutPassword(endpoint: Endpoint, company: Company): Promise<object> {
  const input = (await inputFor(endpoint, company)) as { body?: unknown }
  if (input.body === undefined || input.body instanceof FormData) return input
  return { ...input, body: { ...input.body, currentPassword: undefined } }
}

test('every endpoint that says that it asks for a recent login does, and no other', async () => {
  const [company, root] = [await makeCompany(app), await signInSuper(app)]
  const inputs: [Endpoint, object][] = []
  for (const endpoint of changes) inputs.push([endpoint, await withoutPassword(endpoint, company)])
  app.clock.advance(6 * 60_000)
  const asking = new Set<Endpoint>()
  for (const [endpoint, input] of inputs) {
    if (endpoint.access === 'super' && endpoint.recentLogin === undefined) continue
    const { error } = await (endpoint.access === 'super' ? root : company.admin).call(endpoint, input)
    if (error === 'ERR_CURRENT_PASSWORD_REQUIRED') asking.add(endpoint)
  }
  const always = changes.filter(({ recentLogin }) => recentLogin === 'always')
  expect(always.length).toBeGreaterThan(0)
  const namesOf = (ones: Endpoint[]) => ones.map(({ method, path }) => `${method} ${path}`)
  expect(namesOf([...asking].filter(({ recentLogin }) => recentLogin !== 'sometimes'))).toEqual(namesOf(always))
})
