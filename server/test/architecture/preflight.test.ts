// A page on an allowed origin may make every call of the contract: browsers ask first which methods it may use.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

function ask(origin: string, method: string) {
  return app.http.inject({
    method: 'OPTIONS',
    url: '/tickets',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type'
    }
  })
}

test('the desktop app may use every method that a call has', async () => {
  const origin = 'app://bundle'
  const methods = new Set(features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint.method)))
  for (const method of methods) {
    const { headers } = await ask(origin, method)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
    expect(headers['access-control-allow-headers']).toContain('authorization')
  }
})

test('an origin that nobody listed may use none', async () => {
  const { headers } = await ask('https://example.org', 'PUT')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})
