// Every call of the server with everything that is no proper input: it is refused in the one form of errors, and never fails.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { features } from '#app/features.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { pathOf } from '#test/server/inject-call.ts'
import { inputFor } from '#test/routes/route-inputs.ts'

/** Inputs tried of every call. */
const runs = 25

const endpoints = features.flatMap((feature) => feature.routes ?? []).map((route) => route.endpoint)
/** They end the login of the caller, which the other calls need. */
const endsLogin = new Set(['DELETE /auth/logout', 'POST /auth/logout'])

let app: TestApp
let company: Company

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(() => app.close())

const strings = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    '9007199254740993',
    '99999999999999999999999999',
    '2147483648',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '[[[[]]]]',
    "'; drop table users; --",
    "1' or '1'='1",
    '%',
    '_%\\',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    '..%2f..%2f',
    'a\u0000b',
    '\u0000',
    '\ud83d',
    '\u202e',
    '😀'.repeat(300),
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    '${7*7}',
    '2024-13-45',
    '0000-00-00T99:99',
    '00000000-0000-0000-0000-000000000000',
    'a@b',
    "o'neil@example.com"
  ),
  fc.string({ unit: 'binary', maxLength: 60 })
)

const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strings },
  {
    weight: 3,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, -(2 ** 63), 1e-300)
  },
  fc.array(strings, { maxLength: 4 }),
  fc.array(fc.constantFrom(-1, 0, 1.5, 2 ** 53, null), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('id', 'a', 'toString', 'length'), strings, { maxKeys: 3 }),
  fc.constant(Array.from({ length: 3_000 }, (_, index) => index))
)

interface Shape {
  shape?: Record<string, unknown>
}
const namesOf = (schema: unknown): string[] => Object.keys((schema as Shape | undefined)?.shape ?? {})

/** Some fields replaced, some left out, some added that nobody knows. */
function spoiled(proper: Record<string, unknown>, names: string[]) {
  return fc
    .record({
      changed: fc.dictionary(fc.constantFrom('zz_unknown', ...names), values, {
        maxKeys: Math.min(4, names.length + 1)
      }),
      dropped: fc.subarray(Object.keys(proper))
    })
    .map(({ changed, dropped }) => {
      const kept = Object.entries(proper).filter(([name]) => !dropped.includes(name))
      return { ...Object.fromEntries(kept), ...changed }
    })
}

/** As values stand in an address, where halves of characters have no form. */
function inAddress(given: Record<string, unknown>, longest: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name, text.slice(0, longest).toWellFormed() || 'x']
    })
  )
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const rawBodies: [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', '{"a":1,}'],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', '1e999'],
  ['application/json', '{"__proto__":{"admin":true}}'],
  ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['application/json', '\ufeff{}'],
  ['application/json', '{"a":"\\ud800\\u0000"}'],
  ['application/json', deep(5_000)],
  ['application/json', `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`],
  ['text/plain', 'hello'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'a=1&b[c]=2'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nbroken'],
  ['', 'nothing said'],
  ['application/json; charset=utf-16', '{}'],
  ['a/b/c; ;;=', '{}']
]

async function send(endpoint: Endpoint, url: string, headers: Record<string, string>, payload?: string) {
  const answer = await app.http.inject({
    method: endpoint.method,
    url,
    headers: { authorization: `Bearer ${company.admin.token}`, ...headers },
    ...(payload === undefined ? {} : { payload })
  })
  const told = `${endpoint.method} ${url.slice(0, 300)} ${(payload ?? '').slice(0, 500)}`
  const why = () => `${told}\n${answer.statusCode} ${answer.body.slice(0, 300)}\n${app.logged.slice(-3).join('')}`
  if (answer.statusCode >= 500) throw new Error(`failed: ${why()}`)
  if (answer.statusCode >= 400) {
    const body = JSON.parse(answer.body) as { error?: unknown; fields?: unknown }
    if (typeof body.error !== 'string' || body.error === '') throw new Error(`not the form of errors: ${why()}`)
  }
  return answer
}

const json = { 'content-type': 'application/json' }
const named = endpoints
  .filter(({ method, path, access }) => access !== 'external-token' && !endsLogin.has(`${method} ${path}`))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe.each(named)('%s', (_name, endpoint) => {
  test('never fails, whatever its parameters, query and fields', { timeout: 120_000 }, async () => {
    const proper = await inputFor(endpoint, company)
    const inputs = fc.record({
      params: fc.oneof(fc.constant(proper.params), spoiled(proper.params, namesOf(endpoint.params))),
      query: spoiled(proper.query, namesOf(endpoint.query)),
      body: spoiled((proper.body as Record<string, unknown> | undefined) ?? {}, namesOf(endpoint.body))
    })
    await fc.assert(
      fc.asyncProperty(inputs, async ({ params, query, body }) => {
        const url = pathOf(endpoint, {
          params: inAddress({ ...proper.params, ...params }, 400),
          query: inAddress(query, 2_000)
        })
        const hasBody = endpoint.method !== 'GET'
        await send(endpoint, url, hasBody ? json : {}, hasBody ? JSON.stringify(body) : undefined)
      }),
      { numRuns: runs }
    )
  })

  if (endpoint.method === 'GET') return
  test('never fails, whatever is sent in the place of its body', { timeout: 120_000 }, async () => {
    const { params } = await inputFor(endpoint, company)
    const url = pathOf(endpoint, { params })
    for (const [type, body] of rawBodies) {
      const answer = await send(endpoint, url, type === '' ? {} : { 'content-type': type }, body)
      expect(answer.statusCode).toBeLessThan(500)
    }
  })
})

test('no input has changed what every object is made of', () => {
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('addresses that are none are refused in the form of errors', async () => {
  const get = { method: 'GET' } as Endpoint
  for (const url of [
    '/%',
    '/%E0%A4%A',
    '/tickets/%00',
    '/tickets/%ff',
    '/nothing/here',
    `/tickets/${'9'.repeat(400)}`
  ]) {
    const answer = await send(get, url, {})
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})
