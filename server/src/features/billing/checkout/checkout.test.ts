// Tests of paying on a page: the link, the simulated page, and Stripe's notices, true ones and others.
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCheckout } from '@guiche/shared/features/billing/checkout.ts'
import { listInvoices } from '@guiche/shared/features/billing/invoices.ts'
import { listOpenReceipts } from '@guiche/shared/features/billing/subscription.ts'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makePlan, unique, type Company } from '#test/fixtures/factories.ts'

const secret = 'whsec_of_our_own'

let stripe: Server
const wishes: URLSearchParams[] = []
let testApp: TestApp
let play: TestApp

beforeAll(async () => {
  stripe = createServer((request, answer) => {
    void request.toArray().then((chunks) => {
      const wish = new URLSearchParams(Buffer.concat(chunks as Buffer[]).toString())
      wishes.push(wish)
      const isRight = request.headers.authorization === 'Bearer sk_test' && wish.get('mode') === 'payment'
      const url = `https://checkout.stripe.test/${wish.get('client_reference_id')}`
      answer.writeHead(isRight ? 200 : 401).end(JSON.stringify({ id: `cs_${unique()}`, url }))
    })
  })
  await new Promise<void>((done) => void stripe.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`
  const account = { provider: 'stripe', url, secretKey: 'sk_test', webhookSecret: secret } as const
  testApp = await buildTestApp({ config: { checkout: account } })
  play = await buildTestApp({ besides: testApp })
})
afterAll(async () => {
  await play.close()
  await testApp.close()
  stripe.closeAllConnections()
  stripe.close()
})

const companyOf = async ({ id, admin, test: app }: Company) =>
  accepted(app, await admin.call(showCompany, { params: { id } }))
const receiptsOf = async ({ admin, test: app }: Company) =>
  accepted(app, await admin.call(listOpenReceipts)).map(({ outcome, value, currency }) => [outcome, value, currency])

interface Notice {
  reference: string | null
  cents?: number
  currency?: string
  status?: string
  type?: string
  intent?: string
}
function noticeOf(notice: Notice): string {
  return JSON.stringify({
    id: `evt_${unique()}`,
    type: notice.type ?? 'checkout.session.completed',
    data: {
      object: {
        id: `cs_${unique()}`,
        client_reference_id: notice.reference,
        amount_total: notice.cents ?? 9_900,
        currency: notice.currency ?? 'brl',
        payment_intent: notice.intent ?? `pi_${unique()}`,
        payment_status: notice.status ?? 'paid'
      }
    }
  })
}
function signed(text: string, { age = 0, key = secret } = {}): string {
  const moment = Math.round(testApp.clock.now().getTime() / 1000) - age
  return `t=${moment},v1=${createHmac('sha256', key).update(`${moment}.${text}`).digest('hex')}`
}
async function tell(text: string, signature: string | undefined = signed(text)): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) }
  const answer = await testApp.http.inject({ method: 'POST', url: '/api/checkout/webhook', headers, payload: text })
  return answer.statusCode
}
const linkFor = async ({ admin, test: app }: Company, body: object = { amount: 9_900 }) =>
  accepted(app, await admin.call(createCheckout, { body: body as never })).checkoutUrl
const referenceOf = (url: string): string => url.split('/').at(-1) ?? ''

describe('Stripe', () => {
  test('makes the page for the plan and all its months, and a notice of it gives plan and time, once', async () => {
    const company = await makeCompany(testApp)
    const plan = await makePlan(testApp, { value: 249 })
    const before = Date.parse((await companyOf(company)).dueDate ?? '')
    const url = await linkFor(company, { amount: 24_900, planId: plan.id, customerData: { name: 'Ana' } })
    const wish = wishes.at(-1)
    expect(wish?.get('line_items[0][price_data][unit_amount]')).toBe('24900')
    expect(wish?.get('line_items[0][price_data][currency]')).toBe('brl')
    expect((await companyOf(company)).plan?.id).toBe(company.plan.id)
    const text = noticeOf({ reference: referenceOf(url), cents: 24_900 })
    expect(await Promise.all([tell(text), tell(text), tell(text)])).toEqual([200, 200, 200])
    const after = await companyOf(company)
    expect(after.plan?.id).toBe(plan.id)
    expect(Math.round((Date.parse(after.dueDate ?? '') - before) / 86_400_000)).toBeLessThanOrEqual(31)
    expect(accepted(testApp, await company.admin.call(listInvoices))).toMatchObject([{ value: 249, status: 'paid' }])
    expect(await receiptsOf(company)).toEqual([])
  })

  test('is believed by its signature alone, and for five minutes', async () => {
    const company = await makeCompany(testApp)
    const before = (await companyOf(company)).dueDate
    const text = noticeOf({ reference: referenceOf(await linkFor(company)) })
    const forged = text.replace('9900', '1')
    const refused = [
      await tell(text, ''),
      await tell(text, 'lixo'),
      await tell(text, signed(text, { key: 'whsec_of_somebody' })),
      await tell(text, signed(text, { age: 301 })),
      await tell(text, signed(text, { age: -301 })),
      await tell(forged, signed(text))
    ]
    expect(refused).toEqual(Array(6).fill(403))
    expect((await companyOf(company)).dueDate).toBe(before)
    expect(await tell(text, signed(text, { age: 299 }))).toBe(200)
    expect((await companyOf(company)).dueDate).not.toBe(before)
  })

  test('pays nothing with too little, with other money, or with what is not paid yet', async () => {
    const company = await makeCompany(testApp)
    const before = (await companyOf(company)).dueDate
    const reference = referenceOf(await linkFor(company))
    await tell(noticeOf({ reference, cents: 9_899 }))
    await tell(noticeOf({ reference, currency: 'usd' }))
    await tell(noticeOf({ reference, status: 'unpaid' }))
    await tell(noticeOf({ reference, type: 'checkout.session.expired' }))
    expect((await companyOf(company)).dueDate).toBe(before)
    expect(await receiptsOf(company)).toEqual([
      ['underpaid', 99, 'USD'],
      ['underpaid', 98.99, 'BRL']
    ])
  })
})

describe('a link', () => {
  test('is made for a plan on offer with that price, and for nothing else', async () => {
    const company = await makeCompany(play)
    await linkFor(company)
    await linkFor(company, { amount: 9_900, customerData: { name: '', email: '' } })
    const refused = async (body: object) => (await company.admin.call(createCheckout, { body: body as never })).error
    expect(await refused({ amount: 1 })).toBe('ERR_NO_PLAN_FOUND')
    expect(await refused({ amount: 1, planId: company.plan.id })).toBe('ERR_NO_PLAN_FOUND')
    const small = await makePlan(play, { value: 5, users: 0 })
    expect(await refused({ amount: 500, planId: small.id })).toBe('ERR_PLAN_TOO_SMALL')
    expect(await refused({})).toBe('ERR_VALIDATION')
  })

  test('leads to a page of our own in the sandbox, which is paid there, once, and is nowhere else', async () => {
    const company = await makeCompany(play)
    const before = (await companyOf(company)).dueDate
    const { pathname } = new URL(await linkFor(company))
    const open = (app: TestApp, method: 'GET' | 'POST', url = pathname) =>
      app.http.inject({ method, url, headers: { 'content-type': 'text/plain' } })
    const page = await open(play, 'GET')
    expect(page.statusCode).toBe(200)
    expect(page.body).toMatch(/R\$\s99,00/)
    const answers = [await open(play, 'POST'), await open(play, 'POST')]
    const places = answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`)
    expect(places).toEqual(Array(2).fill('303 /console/plans-manager?payment=done'))
    expect((await companyOf(company)).dueDate).not.toBe(before)
    expect((await open(play, 'GET')).body).toContain('já foi feito')
    expect(await receiptsOf(company)).toEqual([])
    expect((await open(play, 'GET', `${pathname}0`)).statusCode).toBe(404)
    expect((await open(testApp, 'POST')).statusCode).toBe(404)
  })
})
