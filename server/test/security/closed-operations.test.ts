// What a stranger reads without a login: measurements and the list of endpoints, by spellings, names and headers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BadConfiguration, readConfig } from '#platform/config/env.ts'
import { logout } from '@guiche/shared/features/org/auth.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany } from '#test/fixtures/factories.ts'

let test: TestApp
/** Servers that people reach from elsewhere: closed as they come, and opened by their operator. */
let [closed, opened]: TestApp[] = []
const away = { host: '0.0.0.0', publicUrl: 'https://mesa.empresa.test' }
beforeAll(async () => {
  test = await buildTestApp()
  closed = await buildTestApp({ besides: test, config: { ...away, metricsToken: 'prometheus-reads-this' } })
  opened = await buildTestApp({ besides: test, config: { ...away, metricsOpen: true, docsOpen: true } })
})
afterAll(async () => {
  for (const app of [closed, opened, test]) await app?.close()
})

const paths = [
  '/metrics',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/index.html',
  '//docs/json',
  '/%64ocs/json',
  '/metrics/'
]
const statusOf = async (app: TestApp | undefined, url: string, headers: Record<string, string> = {}) =>
  (await app?.http.inject({ url, headers: { host: 'localhost:3000', ...headers } }))?.statusCode
const statuses = async (app: TestApp | undefined, headers?: Record<string, string>) =>
  new Set(await Promise.all(paths.map((url) => statusOf(app, url, headers))))

it('answers strangers as if nothing were there, whatever they spell or claim', async () => {
  const claims: Record<string, string>[] = [
    {},
    { host: '127.0.0.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { authorization: 'Bearer lixo' }
  ]
  for (const headers of claims) {
    expect(await statuses(closed, headers)).toEqual(new Set([404]))
  }
  const { admin } = await makeCompany(test)
  expect(await statusOf(closed, '/docs/json', { authorization: `Bearer ${admin.token}` })).toBe(200)
  // A login is no reason to read the measurements of the whole server.
  expect(await statusOf(closed, '/metrics', { authorization: `Bearer ${admin.token}` })).toBe(404)
  await admin.call(logout)
  await expect
    .poll(() => statusOf(closed, '/docs/json', { authorization: `Bearer ${admin.token}` }), { interval: 20 })
    .toBe(404)
})

it('answers Prometheus by its token, and everybody where the operator says so', async () => {
  expect(await statusOf(closed, '/metrics', { authorization: 'Bearer prometheus-reads-this' })).toBe(200)
  expect(await statusOf(closed, '/docs/json', { authorization: 'Bearer prometheus-reads-this' })).toBe(404)
  for (const url of ['/metrics', '/docs/json', '/docs/yaml']) expect(await statusOf(opened, url)).toBe(200)
})

it('answers on the own machine, but neither through a proxy on it nor to a site that has its name point there', async () => {
  for (const url of ['/metrics', '/docs/json']) {
    expect(await statusOf(test, url)).toBe(200)
    expect(await statusOf(test, url, { host: '[::1]:3000' })).toBe(200)
    expect(await statusOf(test, url, { host: 'rebind.fora.test:3000' })).toBe(404)
    expect(await statusOf(test, url, { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
    const { statusCode } = await test.http.inject({ url, remoteAddress: '192.168.0.9', headers: { host: 'localhost' } })
    expect(statusCode).toBe(404)
  }
})

it('lets a page that was broken into send what it finds nowhere but home', async () => {
  const policyOf = async (app: TestApp | undefined) =>
    String((await app?.http.inject({ url: '/console/' }))?.headers['content-security-policy'])
      .split(';')
      .find((rule) => rule.startsWith('connect-src'))
  expect(await policyOf(closed)).toBe("connect-src 'self' wss://mesa.empresa.test")
  expect(await policyOf(test)).toMatch(/^connect-src 'self' ws:\/\/localhost:\d+$/)
})

it('starts no simulated payments where others reach them', () => {
  const smtp = { SMTP_URL: 'smtp://mail.empresa.test' }
  const beyond: Record<string, string>[] = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.0.9' },
    { PUBLIC_URL: 'https://mesa.empresa.test' },
    // A proxy of this machine brings the world in, whether or not the address is written.
    { TRUST_PROXY: '1' },
    { HOST: '127.0.0.1', TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://localhost:3000' },
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', PIX_PROVIDER: 'sandbox', CHECKOUT_PROVIDER: 'sandbox' },
    { HOST: '0.0.0.0', NODE_ENV: 'development', PIX_PROVIDER: 'off' }
  ]
  for (const source of beyond) {
    expect(() => readConfig(source)).toThrow(BadConfiguration)
    expect(() => readConfig(source)).toThrow(/^NODE_ENV: .*would simulate payments.*Set NODE_ENV=production/)
  }
  expect(readConfig({ ...smtp, NODE_ENV: 'production', HOST: '0.0.0.0' }).pix.provider).toBe('off')
  expect(readConfig({ HOST: '0.0.0.0', PIX_PROVIDER: 'off', CHECKOUT_PROVIDER: 'off' }).pix.provider).toBe('off')
  const chosen = { NODE_ENV: 'development', PIX_PROVIDER: 'sandbox', CHECKOUT_PROVIDER: 'sandbox' }
  expect(readConfig({ ...chosen, HOST: '0.0.0.0' }).pix.provider).toBe('sandbox')
  for (const HOST of ['', '127.0.0.1', 'localhost', '::1']) expect(readConfig({ HOST }).pix.provider).toBe('sandbox')
})
