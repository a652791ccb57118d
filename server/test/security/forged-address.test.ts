// Guessing passwords with forged addresses, and locking others out from a shared one: over real HTTP, with real headers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgotPassword, login, resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { BadConfiguration, readConfig } from '#platform/config/env.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let test: TestApp
/** Behind one proxy that is counted, behind one that is named, and behind one that nobody told of. */
let [counted, named, untold]: TestApp[] = []
beforeAll(async () => {
  test = await buildTestApp()
  const behind = (trustProxy: false | number | string[]) => buildTestApp({ besides: test, config: { trustProxy } })
  // Delays of two seconds would be over on a busy machine.
  test.clock.stop()
  ;[counted, named, untold] = [await behind(1), await behind(['127.0.0.0/8']), await behind(false)]
})
afterAll(async () => {
  for (const app of [counted, named, untold, test]) await app?.close()
})

interface Try {
  email: string
  password?: string
  /** Value of X-Forwarded-For. */
  forwarded?: string
  cookie?: string | undefined
}

async function tryAt(app: TestApp | undefined, { email, password = 'palpite', forwarded, cookie }: Try) {
  const response = await fetch(`${app?.url}${login.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(cookie === undefined ? {} : { cookie })
    },
    body: JSON.stringify({ email, password })
  })
  await response.text()
  const device = response.headers.getSetCookie().find((line) => line.startsWith('known_device='))
  return { status: response.status, device: device?.split(';')[0], attributes: device }
}
const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

it('believes no address that the caller writes: guesses over many accounts count for one', async () => {
  for (const app of [counted, named]) {
    const { admin } = await makeCompany(test)
    const answers = []
    for (const n of range(40)) {
      // What the caller wrote stands before what the proxy added.
      const forwarded = `198.51.100.${n}, 10.0.0.${n}, 203.0.113.${app === counted ? 77 : 78}`
      answers.push(await tryAt(app, { email: `vitima${n}@fora.test`, forwarded }))
    }
    expect(statusesOf(answers.slice(0, 30))).toEqual([404])
    expect(statusesOf(answers.slice(31))).toEqual([429])
    const { email, password } = admin
    expect((await tryAt(app, { email, password, forwarded: '203.0.113.79' })).status).toBe(200)
  }
})

it('takes addresses with ports and long IPv6 ones for one line, as they are', async () => {
  const ports = []
  for (const n of range(40)) {
    ports.push(await tryAt(counted, { email: `porta${n}@fora.test`, forwarded: `203.0.113.80:${40_000 + n}` }))
  }
  expect(statusesOf(ports.slice(31))).toEqual([429])
  const hosts = []
  for (const n of range(40)) {
    hosts.push(await tryAt(counted, { email: `linha${n}@fora.test`, forwarded: `2001:db8::1:${n.toString(16)}:2:3` }))
  }
  expect(statusesOf(hosts.slice(31))).toEqual([429])
})

it('counts guesses at one account from many addresses as guesses at one account', async () => {
  const { admin } = await makeCompany(test)
  const answers = []
  for (const n of range(30)) answers.push(await tryAt(counted, { email: admin.email, forwarded: `198.51.100.${n}` }))
  expect(statusesOf(answers.slice(0, 5))).toEqual([401])
  expect(statusesOf(answers.slice(5))).toEqual([429])
})

it('lets in whoever has signed in from there before, while strangers guess at the account', async () => {
  const { admin } = await makeCompany(test)
  const { email, password } = admin
  const home = '203.0.113.90'
  expect((await tryAt(counted, { email, password, forwarded: home })).status).toBe(200)
  for (const n of range(30)) await tryAt(counted, { email, forwarded: `198.51.100.${n}` })
  expect((await tryAt(counted, { email, password, forwarded: '198.51.100.99' })).status).toBe(429)
  expect((await tryAt(counted, { email, password, forwarded: home })).status).toBe(200)
  // Signing in at home opens the account to no stranger.
  expect((await tryAt(counted, { email, forwarded: '198.51.100.99' })).status).toBe(429)
})

it('keeps nobody from a new password by asking for codes and guessing at them, where they have signed in before', async () => {
  const { email, password } = (await makeCompany(test)).admin
  const home = '203.0.113.95'
  expect((await tryAt(counted, { email, password, forwarded: home })).status).toBe(200)
  const ask = async (from: string) =>
    (await injectCall(test.http, forgotPassword, { params: { email } }, { from })).status
  const give = async (code: string, from: string) => {
    const body = { email, code, newPassword: 'Nova-Senha-1' }
    return (await injectCall(test.http, resetPasswordByBody, { body }, { from })).status
  }
  const asked = []
  for (const n of range(6)) asked.push(await ask(`198.51.101.${n}`))
  expect(asked.at(-1)).toBe(429)
  await test.drain()
  // Any of the servers may send a mail.
  const mailed = () =>
    [test, counted, named, untold].flatMap((app) => app?.mails.filter(({ to }) => to === email) ?? [])
  const before = mailed()
  expect(await ask(home)).toBe(200)
  await test.drain()
  await expect.poll(() => mailed().length).toBe(before.length + 1)
  const mail = mailed().find((one) => !before.includes(one))
  const code = /: ([A-Z0-9]{6})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  const guesses = []
  for (const n of range(16)) guesses.push(await give('AAAAAA', `198.51.102.${n}`))
  expect(guesses.at(-1)).toBe(429)
  // To a stranger the code is worth nothing any more, and it is guessed at where they are known no more often than elsewhere.
  expect(await give(code, '198.51.103.1')).not.toBe(200)
  expect(await give(code, home)).toBe(200)
  expect(await ask(home)).toBe(200)
  const neighbours = []
  for (const _n of range(16)) neighbours.push(await give('AAAAAA', home))
  expect(neighbours.filter((status) => status !== 429)).toHaveLength(10)
})

it('lets in a known device from anywhere, also where everybody shares one address with whoever guesses', async () => {
  const [one, other] = [(await makeCompany(test)).admin, (await makeCompany(test)).admin]
  const first = await tryAt(untold, { email: one.email, password: one.password })
  expect(first.status).toBe(200)
  expect(first.attributes).toMatch(/; Path=\/auth\/login; HttpOnly; SameSite=Lax/)
  // 33 wrong guesses at another company, and more at this person, all through the one proxy.
  for (const n of range(33)) await tryAt(untold, { email: n % 2 ? other.email : 'ninguem@fora.test' })
  for (const _n of range(20)) await tryAt(untold, { email: one.email })
  expect((await tryAt(untold, { email: one.email, password: one.password })).status).toBe(429)
  const { status, device } = await tryAt(untold, { email: one.email, password: one.password, cookie: first.device })
  expect([status, device]).toEqual([200, first.device])
})

it('sprays no further over accounts that have signed in from the same network, and locks none of them out', async () => {
  const [office, company] = ['203.0.113.110', await makeCompany(test)]
  const people = [company.admin]
  while (people.length < 16) people.push(await makeUser(company))
  const devices: (string | undefined)[] = []
  for (const { email, password } of people) {
    devices.push((await tryAt(counted, { email, password, forwarded: office })).device)
  }
  // Guesses at strangers are refused by the address, and take nothing from those whom it knows.
  for (const n of range(80)) await tryAt(counted, { email: `fora${n}@fora.test`, forwarded: office })
  const [first, ...others] = people
  const owner = { email: first?.email ?? '', password: first?.password ?? '', forwarded: office }
  expect((await tryAt(counted, owner)).status).toBe(200)

  const guesses = []
  for (const _n of range(5))
    for (const { email } of others) guesses.push(await tryAt(counted, { email, forwarded: office }))
  const made = guesses.filter(({ status }) => status === 401)
  expect(made.length).toBeGreaterThan(0)
  expect(made.length).toBeLessThanOrEqual(31)
  expect(statusesOf(guesses)).toEqual([401, 429])
  expect(guesses.at(-1)?.status).toBe(429)
  // Nobody guessed with the device of the person; and without it, it is a minute at the most.
  expect((await tryAt(counted, { ...owner, cookie: devices[0] })).status).toBe(200)
  test.clock.advance(61_000)
  expect((await tryAt(counted, owner)).status).toBe(200)
})

it('gives a device no free guesses: at the own account few, at others none', async () => {
  const [one, other] = [(await makeCompany(test)).admin, (await makeCompany(test)).admin]
  const { device } = await tryAt(counted, { email: one.email, password: one.password, forwarded: '203.0.113.101' })
  const own = []
  for (const n of range(12)) {
    own.push(await tryAt(counted, { email: one.email, forwarded: `198.51.100.${n}`, cookie: device }))
  }
  expect(statusesOf(own.slice(0, 5))).toEqual([401])
  expect(statusesOf(own.slice(5))).toEqual([429])
  const others = []
  for (const n of range(12)) {
    others.push(await tryAt(counted, { email: other.email, forwarded: `198.51.100.${n}`, cookie: device }))
  }
  expect(statusesOf(others.slice(5))).toEqual([429])
  // Changed by a letter, or made up, it is no device at all.
  const forged = device?.replace(`${one.companyId}.${one.id}.`, `${other.companyId}.${other.id}.`)
  const { email, password } = other
  expect((await tryAt(counted, { email, password, forwarded: '198.51.100.50', cookie: forged })).status).toBe(429)
})

it('keeps nobody from the login by calling often from the same address: a known device is counted alone', async () => {
  const most = 12
  const narrow = await buildTestApp({ besides: test, config: { rateLimit: most, trustProxy: 1 } })
  try {
    const { email, password } = (await makeCompany(test)).admin
    const owner = { email, password, forwarded: '203.0.113.120' }
    const { device } = await tryAt(narrow, owner)
    const strangers = []
    for (const _n of range(most)) strangers.push(await tryAt(narrow, { ...owner, email: 'ninguem@fora.test' }))
    expect(strangers.at(-1)?.status).toBe(429)
    expect((await tryAt(narrow, owner)).status).toBe(429)
    const own = []
    for (const _n of range(most + 1)) own.push(await tryAt(narrow, { ...owner, cookie: device }))
    expect(statusesOf(own.slice(0, most))).toEqual([200])
    expect(own.at(-1)?.status).toBe(429)
    // A cookie that somebody made up is counted with everybody else.
    expect((await tryAt(narrow, { ...owner, cookie: `${device}x` })).status).toBe(429)
  } finally {
    await narrow.close()
  }
})

it('says once that headers of a proxy are not trusted', async () => {
  const warnings = (app: TestApp | undefined) =>
    app?.logged.filter((line) => line.includes('TRUST_PROXY does not trust'))
  await tryAt(untold, { email: 'a@fora.test', forwarded: '203.0.113.9' })
  await tryAt(untold, { email: 'a@fora.test', forwarded: '203.0.113.9' })
  expect(warnings(untold)).toHaveLength(1)
  expect(warnings(counted)).toEqual([])
  expect(warnings(named)).toEqual([])
})

it('starts with no configuration that believes everybody, and says what to write', () => {
  for (const TRUST_PROXY of ['true', 'yes', '0.0.0.0/0', '::/0', '10.0.0.0/8,0.0.0.0/0', 'proxy', '99']) {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(BadConfiguration)
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/^TRUST_PROXY: /)
  }
  // Behind a proxy payments are chosen.
  const chosen = { NODE_ENV: 'test', PIX_PROVIDER: 'off', CHECKOUT_PROVIDER: 'off' }
  const read = (TRUST_PROXY: string) => readConfig({ ...chosen, TRUST_PROXY }).trustProxy
  expect([read(''), read('false'), read('0'), read('2')]).toEqual([false, false, false, 2])
  expect(read('10.1.2.3, 2001:db8::/32,loopback')).toEqual(['10.1.2.3', '2001:db8::/32', 'loopback'])
})
