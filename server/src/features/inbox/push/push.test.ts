// Web Push: who is told of what and when, what it says, and what ends it, against a push service of the test's own.
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logout } from '@guiche/shared/features/org/auth.ts'
import { savePreferences } from '@guiche/shared/features/org/preferences.ts'
import {
  deletePushSubscription,
  mostPushSubscriptions,
  savePushSubscription,
  showPushKey,
  testPush
} from '@guiche/shared/features/inbox/push.ts'
import { hiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { createNote, readMentions } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { pushSubscriptions } from '#database/tables/inbox/push-subscriptions.ts'
import { users } from '#database/tables/org/users.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeUser,
  makeUserWith,
  unique,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'

interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

let app: TestApp
let service: Server
let address: string
let pushed: Pushed[] = []
/** Status by path; 201 for the others. */
let answers = new Map<string, number>()

beforeAll(async () => {
  app = await buildTestApp({ config: { outgoingAllow: ['127.0.0.0/8:*'] } })
  service = createServer((request, answer) => {
    void request.toArray().then((chunks) => {
      const path = request.url ?? ''
      pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks as Buffer[]) })
      answer.writeHead(answers.get(path) ?? 201).end()
    })
  })
  await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  pushed = []
  answers = new Map()
})

function makeBrowser() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const path = `/push-${unique()}`
  /** RFC 8291, as a browser reads what reaches it. */
  const read = (body: Buffer): Record<string, string> => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + (body[20] ?? 0))
    const key = createHmac('sha256', auth).update(curve.computeSecret(sender)).digest()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
    const secret = createHmac('sha256', key)
      .update(Buffer.concat([info, Buffer.from([1])]))
      .digest()
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    const sealed = body.subarray(21 + sender.length)
    const plain = decipher.update(sealed.subarray(0, -16))
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
  const keys = { p256dh: curve.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  return {
    draft: { endpoint: `${address}${path}`, keys },
    path,
    got: () => pushed.filter((one) => one.path === path),
    read
  }
}

async function subscribe(company: Company, person: Person = company.admin) {
  const browser = makeBrowser()
  accepted(app, await person.call(savePushSubscription, { body: browser.draft }))
  return browser
}

async function write(company: Company, ...texts: string[]) {
  const { ref } = await makeConnection(company)
  const customer = newCustomer()
  for (const text of texts) await receiveMessages(app.ctx, ref, [inbound(customer, text)])
  await settle()
  return customer
}

/** What is asked for within moments becomes one notification: they pass. */
async function settle() {
  await app.drain()
  app.clock.advance(3_000)
  await app.drain()
}

test('a burst of one ticket is one notification that says nothing of the customer', async () => {
  const company = await makeCompany(app)
  const stranger = await subscribe(await makeCompany(app))
  const browser = await subscribe(company)
  const customer = await write(company, 'Segredo um', 'Segredo dois')
  const [first, ...others] = browser.got()
  expect(others).toEqual([])
  expect(stranger.got()).toEqual([])
  expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
  expect(String(first?.headers['authorization'])).toContain(accepted(app, await company.admin.call(showPushKey)).key)
  const payload = browser.read(first?.body ?? Buffer.alloc(0))
  expect(payload).toMatchObject({ body: 'Nova mensagem', path: expect.stringContaining('/tickets/') })
  expect(first?.headers['topic']).toBe(payload['tag'])
  expect(JSON.stringify(payload)).not.toMatch(new RegExp(`Segredo|${customer.name}|${customer.number}`))
})

test('it says who wrote what once the person wants it', async () => {
  const company = await makeCompany(app)
  const browser = await subscribe(company)
  accepted(app, await company.admin.call(savePreferences, { body: { pushTexts: true } }))
  const customer = await write(company, 'Tem pão?')
  expect(browser.read(browser.got()[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    title: customer.name,
    body: 'Tem pão?'
  })
})

test('somebody from whom numbers are hidden is told none, also where a customer is called by it', async () => {
  const company = await makeCompany(app)
  const blind = await makeUserWith(company, [], { allTicket: 'enabled' })
  const browser = await subscribe(company, blind)
  accepted(app, await blind.call(savePreferences, { body: { pushTexts: true } }))
  const customer = newCustomer()
  const { ref } = await makeConnection(company)
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Tem pão?', { pushName: customer.number })])
  await settle()
  const payload = browser.read(browser.got()[0]?.body ?? Buffer.alloc(0))
  expect(payload).toMatchObject({ title: hiddenNumber(customer.number), body: 'Tem pão?' })
})

test('who is mentioned in a note is told, also on a ticket that somebody else serves, until it is read', async () => {
  const company = await makeCompany(app)
  const browser = await subscribe(company)
  const colleague = await makeUser(company, { allTicket: 'enabled' })
  const ticket = await makeTicket(company, { userId: colleague.id, status: 'open' })
  const body = { note: 'Segredo da casa', ticketId: ticket.id, mentions: [company.admin.id] }
  accepted(app, await colleague.call(createNote, { body }))
  await settle()
  const [told, ...others] = browser.got()
  expect(others).toEqual([])
  const payload = browser.read(told?.body ?? Buffer.alloc(0))
  expect(payload).toMatchObject({ body: 'Mencionaram você em uma observação', tag: `ticket-${ticket.id}` })
  expect(JSON.stringify(payload)).not.toContain('Segredo')
  accepted(app, await colleague.call(createNote, { body }))
  accepted(app, await company.admin.call(readMentions, { body: {} }))
  await settle()
  expect(browser.got()).toHaveLength(1)
})

test('nothing is pushed while a window is open', async () => {
  const company = await makeCompany(app)
  const browser = await subscribe(company)
  await app.ctx.db.update(users).set({ online: true }).where(eq(users.companyId, company.id))
  await write(company, 'Bom dia')
  expect(browser.got()).toEqual([])
})

test('a browser that its push service has forgotten is forgotten', async () => {
  const company = await makeCompany(app)
  const browser = await subscribe(company)
  answers.set(browser.path, 410)
  await write(company, 'Um')
  expect(browser.got()).toHaveLength(1)
  await write(company, 'Dois')
  expect(browser.got()).toHaveLength(1)
})

test('signing out ends it, and so does switching it off', async () => {
  const company = await makeCompany(app)
  const off = await subscribe(company)
  accepted(app, await company.admin.call(deletePushSubscription, { body: { endpoint: off.draft.endpoint } }))
  const browser = await subscribe(company)
  await company.admin.call(logout)
  await write(await makeCompany(app), 'Outra empresa')
  expect([...off.got(), ...browser.got()]).toEqual([])
  const left = await app.ctx.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.companyId, company.id))
  expect(left).toEqual([])
})

test('a person has so many browsers at most, and the test reaches the one that asks', async () => {
  const company = await makeCompany(app)
  const first = await subscribe(company)
  const asked = { body: { endpoint: first.draft.endpoint } }
  accepted(app, await company.admin.call(testPush, asked))
  expect(first.read(first.got()[0]?.body ?? Buffer.alloc(0))).toMatchObject({ tag: 'test' })
  for (let n = 0; n < mostPushSubscriptions; n++) {
    app.clock.advance(1_000)
    await subscribe(company)
  }
  expect((await company.admin.call(testPush, asked)).status).toBe(404)
})

test.each(['https://10.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/x', 'http://example.com/x'])(
  '%s is refused',
  async (endpoint) => {
    const company = await makeCompany(app)
    const { keys } = makeBrowser().draft
    const answer = await company.admin.call(savePushSubscription, { body: { endpoint, keys } })
    expect(answer.status).toBe(400)
  }
)
