// Webhooks: what arrives at an address, signed and once more when it failed; what happens when it keeps failing.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayDelivery,
  resumeWebhook,
  tryWebhook,
  updateWebhook,
  webhookEvent,
  webhookRetries,
  type WebhookDraft
} from '@guiche/shared/features/automation/webhooks.ts'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, signIn, unique, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { claimDeliveries } from './deliveries.repo.ts'
import { deliveryWorker } from './deliver-webhooks.ts'
import { takeUpEvents } from './take-up-events.ts'

interface Heard {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let app: TestApp
let receiver: Server
let address: string
let heard: Heard[] = []
/** Status by path; 200 for the others. */
let answers = new Map<string, number>()

beforeAll(async () => {
  // No workers of its own: what the tests let run runs, and nothing else.
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  receiver = createServer((request, answer) => {
    void request.toArray().then((chunks) => {
      const path = request.url ?? ''
      heard.push({ path, headers: request.headers, body: Buffer.concat(chunks as Buffer[]).toString() })
      answer.writeHead(answers.get(path) ?? 200).end(`recebido em ${path}`)
    })
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  heard = []
  answers = new Map()
})

async function begin(events: WebhookDraft['events'] = ['contact.created']) {
  const company = await makeCompany(app)
  const path = `/gancho-${unique()}`
  const made = await company.admin.call(createWebhook, { body: { url: `${address}${path}`, events } })
  const { webhook, secret } = accepted(app, made)
  const { id } = webhook
  const params = { id }
  const now = async () => accepted(app, await company.admin.call(listWebhooks)).webhooks[0]
  const deliveries = async () =>
    accepted(app, await company.admin.call(listDeliveries, { params, query: {} })).deliveries
  const got = () => heard.filter((one) => one.path === path)
  return { company, path, secret, params, now, deliveries, got }
}
async function addContact(company: Company) {
  const n = unique()
  const body = { name: `Freguesa ${n}`, number: `55119${String(80_000_000 + n)}` }
  return accepted(app, await company.admin.call(createContact, { body }))
}
/** Minutes later, with the clock's work done. */
async function later(minutes: number) {
  app.clock.advance(minutes * 60_000)
  await takeUpEvents(app.ctx)
  await deliveryWorker.sweep(app.ctx)
  await app.drain()
}
function signed(secret: string, { headers, body }: Heard) {
  return `v1=${createHmac('sha256', secret)
    .update(`${String(headers['x-guiche-timestamp'])}.${body}`)
    .digest('hex')}`
}

test('what happens at the company arrives signed, the chosen events alone, and nothing of others', async () => {
  const { company, secret, got, deliveries } = await begin(['message.created', 'contact.created'])
  const stranger = await begin(['message.created'])
  const { ref } = await makeConnection(company)
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Bom dia!')])
  await app.drain()
  const bodies = got().map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ event }) => event).toSorted()).toEqual(['contact.created', 'message.created'])
  const message = bodies.find(({ event }) => event === 'message.created')
  expect(message).toMatchObject({ companyId: company.id, data: { message: { body: 'Bom dia!' }, ticket: {} } })
  for (const one of got()) {
    expect(one.headers['x-guiche-signature']).toBe(signed(secret, one))
    expect(one.headers['x-guiche-delivery']).toBe(JSON.parse(one.body).id)
    expect(Math.abs(Number(one.headers['x-guiche-timestamp']) * 1_000 - app.clock.now().getTime())).toBeLessThan(60_000)
  }
  expect(await deliveries()).toMatchObject([
    { state: 'delivered', attempts: 1, lastStatus: 200, lastAnswer: expect.stringContaining('recebido') },
    { state: 'delivered' }
  ])
  expect(stranger.got()).toEqual([])
  await later(2)
  expect(got()).toHaveLength(2)
})

test('one that fails is tried again later under its id, until it arrives; what fails is said meanwhile', async () => {
  const { company, path, got, now, deliveries } = await begin()
  const socket = await company.admin.connect()
  answers.set(path, 503)
  await addContact(company)
  await app.drain()
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: 503 }])
  expect(await now()).toMatchObject({ failure: 'HTTP 503', pausedAt: null, failingSince: expect.any(String) })
  await later(0)
  expect(got()).toHaveLength(1)
  await later(webhookRetries[0])
  expect(got()).toHaveLength(2)
  answers.delete(path)
  await later(webhookRetries[1])
  expect(new Set(got().map(({ headers }) => headers['x-guiche-delivery'])).size).toBe(1)
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 3, nextAt: null }])
  expect(await now()).toMatchObject({ failure: null, failingSince: null })
  await socket.settle()
  const told = socket.of(webhookEvent)
  expect(told.flatMap((one) => (one.action === 'delivery' ? one.delivery.state : []))).toEqual([
    'waiting',
    'waiting',
    'delivered'
  ])
  expect(told.flatMap((one) => (one.action === 'update' ? [one.webhook.failure] : []))).toEqual(['HTTP 503', null])
  await socket.close()
})

test('an address that keeps failing is paused with its reason; going on delivers everything, also of the pause', async () => {
  const { company, path, got, now, deliveries, params } = await begin()
  answers.set(path, 500)
  await addContact(company)
  await app.drain()
  for (const minutes of webhookRetries) await later(minutes)
  // The token of the morning is over by now.
  company.admin = await signIn(app, company.admin)
  expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: webhookRetries.length + 1, nextAt: null }])
  expect(await now()).toMatchObject({ active: true, pausedAt: expect.any(String), failure: 'HTTP 500' })
  const before = got().length
  await addContact(company)
  await later(5)
  expect(got()).toHaveLength(before)
  answers.delete(path)
  accepted(app, await company.admin.call(resumeWebhook, { params }))
  await later(0)
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(await now()).toMatchObject({ pausedAt: null, failure: null, missedUntil: null })
})

test('410 pauses at once; a webhook that is switched off takes nothing up, then or later', async () => {
  const { company, path, got, now, params } = await begin()
  answers.set(path, 410)
  await addContact(company)
  await app.drain()
  expect(await now()).toMatchObject({ pausedAt: expect.any(String), failure: 'HTTP 410' })
  const other = await begin()
  const set = async (active: boolean) =>
    accepted(app, await other.company.admin.call(updateWebhook, { params: other.params, body: { active } }))
  await set(false)
  await addContact(other.company)
  await later(2)
  await set(true)
  await later(2)
  expect(other.got()).toEqual([])
  await addContact(other.company)
  await app.drain()
  expect(other.got()).toHaveLength(1)
  accepted(app, await company.admin.call(deleteWebhook, { params }))
  await later(2)
  expect(got()).toHaveLength(1)
})

describe('nothing is lost', () => {
  test('when a server ends between the change and its delivery, or in the middle of one', async () => {
    const { company, got, deliveries, params } = await begin()
    const { id: companyId } = company
    // What was logged by a node that ended at once: nobody heard it after the commit.
    await addContact(company)
    await app.drain()
    await app.ctx.pool.$client`update webhooks set cursor = cursor - 1 where company_id = ${companyId}`
    await app.ctx.pool.$client`delete from webhook_deliveries where company_id = ${companyId}`
    heard = []
    await later(1)
    expect(got()).toHaveLength(1)
    // Taken by a node that ended before the answer came.
    const [first] = await deliveries()
    await app.ctx.pool
      .$client`update webhook_deliveries set state = 'waiting', next_at = now() where id = ${first?.id ?? ''}`
    const now = app.clock.now()
    const until = new Date(now.getTime() + 60_000)
    const claim = { now, until, limit: 5 }
    expect(await claimDeliveries(app.ctx.db, companyId, params.id, claim)).toHaveLength(1)
    await later(0)
    expect(got()).toHaveLength(1)
    await later(2)
    expect(got().map(({ headers }) => headers['x-guiche-delivery'])).toEqual([first?.id, first?.id])
  })

  test('silently: events that were kept too short a time are named', async () => {
    const { company, now, got } = await begin()
    const { id: companyId } = company
    await app.ctx.pool
      .$client`update webhooks set paused_at = now(), failing_since = now() where company_id = ${companyId}`
    await addContact(company)
    await addContact(company)
    await app.drain()
    await app.ctx.pool.$client`delete from event_log where company_id = ${companyId}`
    await addContact(company)
    await app.ctx.pool.$client`update webhooks set paused_at = null where company_id = ${companyId}`
    await later(1)
    expect(await now()).toMatchObject({ missedUntil: expect.any(String) })
    expect(got()).toHaveLength(1)
  })
})

test('an admin sends a test, replays a delivery and renews the secret, which is shown once', async () => {
  const { company, secret, got, deliveries, params } = await begin()
  accepted(app, await company.admin.call(tryWebhook, { params }))
  await app.drain()
  expect(JSON.parse(got()[0]?.body ?? '')).toMatchObject({ event: 'webhook.test', seq: null })
  const renewed = accepted(app, await company.admin.call(renewWebhookSecret, { params }))
  expect(renewed.secret).not.toBe(secret)
  const [{ id: deliveryId } = { id: '' }] = await deliveries()
  accepted(app, await company.admin.call(replayDelivery, { params: { ...params, deliveryId } }))
  await app.drain()
  const [first, again] = got()
  expect(again?.body).toBe(first?.body)
  expect(first && first.headers['x-guiche-signature']).toBe(first && signed(secret, first))
  expect(again && again.headers['x-guiche-signature']).toBe(again && signed(renewed.secret, again))
  const listed = (await company.admin.call(listWebhooks)).raw.body
  expect(listed).not.toContain('whsec_')
  const [row] = await app.ctx.pool.$client`select secret from webhooks where company_id = ${company.id}`
  expect(JSON.stringify(row)).not.toContain(renewed.secret)
})

test('addresses of the house are refused when they are written, and when a name leads there', async () => {
  const strict = await buildTestApp({ config: { roles: ['api'] } })
  try {
    const { admin } = await makeCompany(strict)
    const make = (url: string) => admin.call(createWebhook, { body: { url, events: ['contact.created'] } })
    for (const url of [address, 'http://169.254.169.254/latest', 'http://[::1]:5432/']) {
      expect(await make(url)).toMatchObject({ status: 400, error: 'ERR_ADDRESS_INTERNAL' })
    }
    expect((await make('ftp://exemplo.com.br')).status).toBe(400)
    expect((await make('https://ana:senha@exemplo.com.br')).error).toBe('ERR_ADDRESS_INVALID')
    const { webhook } = accepted(strict, await make(address.replace('127.0.0.1', 'localhost')))
    const params = { id: webhook.id }
    accepted(strict, await admin.call(tryWebhook, { params }))
    await strict.drain()
    const [delivery] = await eventually(async () => {
      const { deliveries } = accepted(strict, await admin.call(listDeliveries, { params, query: {} }))
      return deliveries[0]?.attempts === 1 && deliveries
    }, 'the test to be tried')
    expect(delivery).toMatchObject({
      state: 'waiting',
      lastStatus: null,
      lastAnswer: 'internal: localhost is internal'
    })
    expect(heard).toEqual([])
  } finally {
    await strict.close()
  }
})

test('a plan without the external API delivers nothing until it is back', async () => {
  const { company, got } = await begin()
  const allow = (value: boolean) =>
    app.ctx.pool.$client`update plans set use_external_api = ${value} where id = ${company.plan.id}`
  await allow(false)
  await addContact(company)
  await later(2)
  expect(got()).toEqual([])
  await allow(true)
  await later(1)
  expect(got()).toHaveLength(1)
})
