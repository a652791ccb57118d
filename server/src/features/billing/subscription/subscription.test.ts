// Tests of paying the subscription: the charge and its code, what a payment does, and every way in which it does nothing.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, listInvoices } from '@guiche/shared/features/billing/invoices.ts'
import {
  listOpenReceipts,
  settleReceipt,
  payInSandbox,
  paymentEvent,
  receivePixNotice,
  receivePixNoticeOf,
  showSubscription,
  subscribe
} from '@guiche/shared/features/billing/subscription.ts'
import { changePlan } from '@guiche/shared/features/billing/plan-changes.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import { companyEvent, showCompany } from '@guiche/shared/features/org/companies.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { companies } from '#database/tables/org/companies.ts'
import { charges, payers } from '#database/tables/billing/payments.ts'
import { actorCache } from '#features/org/sessions/actor-cache.ts'
import { readConfig } from '#platform/config/env.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makePlan,
  makeUser,
  signInSuper,
  unique,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { askAboutCharges } from './pix-notices.ts'

const day = 86_400_000
const secret = 'a-secret-of-our-own'

/** Efí as far as it is asked: charges by txid, and what was paid for them. */
interface Paid {
  endToEndId: string
  valor: string
}
const asked = new Map<string, { valor: { original: string }; pix: Paid[] }>()
let efi: Server
let isEfiDown = false
/** Takes payments through the stand-in. */
let testApp: TestApp
/** The same database with the sandbox. */
let play: TestApp

beforeAll(async () => {
  efi = createServer((request, answer) => {
    void request.toArray().then((chunks) => {
      const json = (status: number, body: object) => answer.writeHead(status).end(JSON.stringify(body))
      const [, txid = ''] = /^\/v2\/cob\/(\w+)$/.exec(request.url ?? '') ?? []
      if (isEfiDown) return json(503, {})
      if (request.url === '/oauth/token') return json(200, { access_token: 'chave', expires_in: 3600 })
      if (request.headers.authorization !== 'Bearer chave') return json(401, {})
      if (request.method === 'PUT') {
        const wish = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as { valor: { original: string } }
        asked.set(txid, { ...wish, pix: [] })
        return json(201, { txid, pixCopiaECola: `00020126 ${txid}` })
      }
      const found = asked.get(txid)
      return found ? json(200, { ...found, status: found.pix.length > 0 ? 'CONCLUIDA' : 'ATIVA' }) : json(404, {})
    })
  })
  await new Promise<void>((done) => void efi.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(efi.address() as AddressInfo).port}`
  const account = { url, clientId: 'a', clientSecret: 'b', certificate: undefined, key: 'pix@guiche.test' }
  testApp = await buildTestApp({ config: { pix: { provider: 'efi', ...account, webhookSecret: secret } } })
  play = await buildTestApp({ besides: testApp })
})
afterAll(async () => {
  await play.close()
  await testApp.close()
  efi.closeAllConnections()
  efi.close()
})

const payer = {
  firstName: 'Ana Souza',
  address1: 'Rua das Flores, 10',
  city: 'Recife',
  zipcode: '50000-000',
  country: 'BR'
}
const form = { ...payer, country: 'BR' as const }

function setDue(company: Company, days: number) {
  return inTransaction(company.test.ctx, async (tx) => {
    const dueDate = new Date(tx.now().getTime() + days * day)
    await tx.db.update(companies).set({ dueDate }).where(eq(companies.id, company.id))
    await actorCache.forget(tx, `${company.id}:`)
  })
}
async function dueIn(app: TestApp, days: number, value = 99): Promise<Company> {
  const company = await makeCompany(app, { plan: { value } })
  await setDue(company, days)
  return company
}
const dueDateOf = async ({ id, admin, test: app }: Company) =>
  Date.parse(accepted(app, await admin.call(showCompany, { params: { id } })).dueDate ?? '')
const chargeFor = async ({ admin, test: app }: Company, body: object = form) =>
  accepted(app, await admin.call(subscribe, { body: body as never }))
function payAtEfi(txid: string, valor: string): Paid {
  const paid = { endToEndId: `E${unique()}`, valor }
  asked.get(txid)?.pix.push(paid)
  return paid
}
const tell = (pix: object[], hmac: string | undefined = secret) =>
  injectCall(testApp.http, receivePixNotice, { query: { hmac }, body: { pix } as never })
const receiptsOf = async ({ admin, test: app }: Company) =>
  accepted(app, await admin.call(listOpenReceipts)).map(({ outcome, value }) => [outcome, value])

/** Reads a BR Code as a bank's app would; nothing of it comes from the code under test. */
function readBrCode(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4))
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}
/** The table-driven way to the same checksum. */
const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte * 256
  for (let bit = 0; bit < 8; bit++) rest = rest >= 0x8000 ? ((rest * 2) ^ 0x1021) % 0x10000 : rest * 2
  return rest
})
const crcOf = (text: string) =>
  Buffer.from(text).reduce((crc, byte) => ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ byte] ?? 0), 0xffff)

describe('the sandbox', () => {
  test('makes a code that a bank could read: its fields, its amount, its checksum', async () => {
    expect(crcOf('123456789')).toBe(0x29b1)
    const charge = await chargeFor(await dueIn(play, 2, 1249.5))
    const text = charge.qrcode.qrcode
    const fields = readBrCode(text)
    expect([...fields.keys()]).toEqual(['00', '01', '26', '52', '53', '54', '58', '59', '60', '62', '63'])
    expect(fields.get('54')).toBe('1249.50')
    expect([fields.get('53'), fields.get('58')]).toEqual(['986', 'BR'])
    const account = readBrCode(fields.get('26') ?? '')
    expect(account.get('00')).toBe('br.gov.bcb.pix')
    expect(account.get('25')).toContain(charge.txid)
    expect(parseInt(fields.get('63') ?? '', 16)).toBe(crcOf(text.slice(0, -4)))
    expect(charge).toMatchObject({ sandbox: true, valor: { original: '1249.50' }, calendario: { expiracao: 3600 } })
    expect(charge.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
  })

  test('lets an expired company pay: everybody hears it, and the block is lifted at once', async () => {
    const company = await makeCompany(play)
    const attendant = await makeUser(company)
    await setDue(company, -90)
    const [socket, far] = [await attendant.connect(), await (await dueIn(play, 5)).admin.connect()]
    const tag = () => company.admin.call(createTag, { body: { name: `Retorno ${unique()}` } })
    expect((await tag()).error).toBe('ERR_COMPANY_EXPIRED')
    const { txid, invoiceId } = await chargeFor(company)
    expect((await company.admin.call(payInSandbox, { params: { txid }, body: {} })).status).toBe(200)
    expect((await tag()).status).toBe(200)
    const dueDate = await dueDateOf(company)
    expect(dueDate).toBeGreaterThan(play.clock.now().getTime() + 27 * day)
    await Promise.all([socket.settle(), far.settle()])
    expect(socket.of(paymentEvent)).toMatchObject([
      { action: 'CONCLUIDA', company: { id: company.id, dueDate: new Date(dueDate).toISOString() }, invoiceId }
    ])
    expect(socket.of(companyEvent).at(-1)).toMatchObject({ company: { dueDate: new Date(dueDate).toISOString() } })
    expect(far.of(paymentEvent)).toEqual([])
    expect(accepted(play, await company.admin.call(listInvoices))).toMatchObject([{ id: invoiceId, status: 'paid' }])
  })

  test('pays no other company’s charge, and is nowhere where payments are real', async () => {
    const [own, other] = [await dueIn(play, 2), await dueIn(play, 2)]
    const { txid } = await chargeFor(own)
    const answers = [
      await other.admin.call(payInSandbox, { params: { txid }, body: {} }),
      await (await dueIn(testApp, 2)).admin.call(payInSandbox, { params: { txid }, body: {} })
    ]
    expect(answers.map(({ error }) => error)).toEqual(['ERR_NO_INVOICE_FOUND', 'ERR_NOT_FOUND'])
    const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.test' }
    expect(readConfig(production)).toMatchObject({ pix: { provider: 'off' }, checkout: { provider: 'off' } })
    expect(() => readConfig({ ...production, PIX_PROVIDER: 'sandbox' })).toThrow(/PIX_PROVIDER/)
    expect(() => readConfig({ PIX_PROVIDER: 'efi' })).toThrow(/EFI_CLIENT_ID/)
  })

  test('keeps an amount that is too small, and one that comes twice, for somebody to look at', async () => {
    const company = await dueIn(play, 2)
    const { txid } = await chargeFor(company)
    const before = await dueDateOf(company)
    const pay = (value?: number) => company.admin.call(payInSandbox, { params: { txid }, body: { value } })
    await pay(98.99)
    expect(await dueDateOf(company)).toBe(before)
    await pay()
    const paid = await dueDateOf(company)
    expect(paid).toBeGreaterThan(before)
    await pay()
    expect(await dueDateOf(company)).toBe(paid)
    expect(await receiptsOf(company)).toEqual([
      ['surplus', 99],
      ['underpaid', 98.99]
    ])
    expect(await receiptsOf(await dueIn(play, 2))).toEqual([])
  })
})

describe('a charge', () => {
  test('is the same for whoever asks again, and for no less than the house says', async () => {
    const company = await dueIn(play, 2)
    const first = await chargeFor(company, { ...form, price: 0.01, users: 1, connections: 1 })
    expect(first.valor.original).toBe('99.00')
    expect((await chargeFor(company, { invoiceId: first.invoiceId })).txid).toBe(first.txid)
    const stranger = await dueIn(play, 2)
    const foreign = await stranger.admin.call(subscribe, { body: { invoiceId: first.invoiceId } })
    expect(foreign.error).toBe('ERR_NO_INVOICE_FOUND')
    const free = await dueIn(play, 2, 0)
    expect((await free.admin.call(subscribe, { body: form })).error).toBe('ERR_NOTHING_TO_PAY')
  })

  test('for another plan gives that plan once it is paid, whatever was chosen in between', async () => {
    const company = await dueIn(play, 2)
    const [cheap, dear] = [await makePlan(play, { value: 10 }), await makePlan(play, { value: 900 })]
    const asJson = (planId: number) => ({ ...form, plan: JSON.stringify({ title: 'x', planId, price: 1 }) })
    const { txid, valor } = await chargeFor(company, asJson(cheap.id))
    expect(valor.original).toBe('10.00')
    await company.admin.call(changePlan, { body: { newPlanId: dear.id } })
    await company.admin.call(payInSandbox, { params: { txid }, body: {} })
    const shown = accepted(play, await company.admin.call(showCompany, { params: { id: company.id } }))
    expect(shown.plan?.id).toBe(cheap.id)
    expect(accepted(play, await company.admin.call(listInvoices))).toMatchObject([
      { detail: cheap.name, value: 10, status: 'paid' }
    ])
  })

  test('for an invoice from before another recurrence moves the due date by what is paid', async () => {
    const company = await dueIn(play, 20)
    const before = await dueDateOf(company)
    const { invoiceId } = await chargeFor(company)
    await play.ctx.db.update(companies).set({ recurrence: 'ANUAL' }).where(eq(companies.id, company.id))
    const { txid, valor } = await chargeFor(company, { invoiceId })
    expect(valor.original).toBe('99.00')
    await company.admin.call(payInSandbox, { params: { txid }, body: {} })
    expect(Math.round(((await dueDateOf(company)) - before) / day)).toBeLessThanOrEqual(31)
  })

  test('takes an invoice that was written by hand, and moves no due date for it', async () => {
    const company = await dueIn(play, 20)
    const owner = await signInSuper(play)
    const draft = { detail: 'Treinamento', value: 300, dueDate: '2027-03-31', companyId: company.id }
    const { id: invoiceId } = accepted(play, await owner.call(createInvoice, { body: draft }))
    const before = await dueDateOf(company)
    const { txid, valor } = await chargeFor(company, { invoiceId })
    expect(valor.original).toBe('300.00')
    await company.admin.call(payInSandbox, { params: { txid }, body: {} })
    expect(await dueDateOf(company)).toBe(before)
    const again = await company.admin.call(subscribe, { body: { invoiceId } })
    expect(again.error).toBe('ERR_INVOICE_ALREADY_PAID')
  })

  test('takes what forms of legacy clients send for what was not chosen', async () => {
    const company = await dueIn(play, 2)
    const { invoiceId } = await chargeFor(company, {
      ...form,
      plan: '',
      useAddressForPaymentDetails: '',
      invoiceId: ''
    })
    const again = { plan: '', useAddressForPaymentDetails: '', invoiceId: String(invoiceId) }
    expect((await chargeFor(company, again)).invoiceId).toBe(invoiceId)
  })

  test('keeps the address of the payer when told to, and never anything of a card', async () => {
    const company = await dueIn(play, 2)
    const card = { nameOnCard: 'ANA SOUZA', cardNumber: '4111111111111111', cvv: '737' }
    const from = play.logged.length
    await chargeFor(company, { ...form, ...card, useAddressForPaymentDetails: true })
    const stored = await play.ctx.db.select().from(payers).where(eq(payers.companyId, company.id))
    const kept = JSON.stringify([stored, await play.ctx.db.select().from(charges), play.logged.slice(from)])
    // The whole number and value: references of charges are made of random digits.
    expect(kept).not.toMatch(/4111111|"737\\*"|cvv|ANA SOUZA/)
    const state = accepted(play, await company.admin.call(showSubscription))
    expect(state).toMatchObject({ payer: { ...payer, lastName: '', state: '' }, pix: 'sandbox' })
    expect(state.trialExpiration).not.toBeNull()
    const missing = await company.admin.call(subscribe, { body: { ...form, firstName: ' ' } })
    expect(missing.refusal?.fields).toEqual({ firstName: 'O nome completo é obrigatório' })
    expect((await company.admin.call(subscribe, { body: {} })).refusal?.fields).toMatchObject({
      zipcode: 'CEP é obrigatório'
    })
    // Legacy clients begin their checkout with the company of the login.
    const companyOf = async ({ email, password }: Person) =>
      accepted(play, await injectCall(play.http, login, { body: { email, password } })).user.company
    const attendant = await makeUser(company)
    expect(await companyOf(attendant)).toMatchObject({ billingName: '', addressStreet: '' })
    expect(await companyOf(company.admin)).toMatchObject({
      billingName: payer.firstName,
      addressZipCode: payer.zipcode,
      addressStreet: payer.address1,
      addressState: '',
      addressCity: payer.city
    })
  })
})

describe('Efí', () => {
  test('is asked for the charge, and its notices pay once however often and at once they come', async () => {
    const company = await dueIn(testApp, 3)
    const before = await dueDateOf(company)
    const { txid, qrcode, sandbox } = await chargeFor(company)
    expect([asked.get(txid)?.valor.original, qrcode.qrcode, sandbox]).toEqual(['99.00', `00020126 ${txid}`, false])
    const paid = payAtEfi(txid, '99.00')
    const answers = await Promise.all([1, 2, 3].map(() => tell([{ ...paid, txid }])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await injectCall(testApp.http, receivePixNoticeOf, {
      params: { type: 'pix' },
      query: { hmac: secret },
      body: { pix: [{ ...paid, txid }] } as never
    })
    const days = (await dueDateOf(company)) - before
    expect(Math.round(days / day)).toBeGreaterThanOrEqual(28)
    expect(Math.round(days / day)).toBeLessThanOrEqual(31)
    expect(await receiptsOf(company)).toEqual([])
  })

  test('asks first whether an address is there: so it is, wherever payments are taken or simulated', async () => {
    for (const app of [testApp, play]) {
      const answer = await injectCall(app.http, receivePixNotice, { body: { evento: 'teste_webhook' } as never })
      expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    }
  })

  test('is believed, and not what a notice says of it', async () => {
    const company = await dueIn(testApp, 3)
    const before = await dueDateOf(company)
    const { txid } = await chargeFor(company)
    const lie = { endToEndId: `E${unique()}`, valor: '99.00', txid }
    expect((await tell([lie])).status).toBe(200)
    payAtEfi(txid, '9.90')
    await tell([{ ...lie, valor: '99.00' }])
    expect(await dueDateOf(company)).toBe(before)
    expect(await receiptsOf(company)).toEqual([['underpaid', 9.9]])
    for (const wrong of [undefined, '', 'a-secret-of-someone']) {
      const answer = await injectCall(testApp.http, receivePixNotice, {
        query: { hmac: wrong },
        body: { pix: [lie] } as never
      })
      expect(answer.error).toBe('ERR_NO_PERMISSION')
    }
  })

  test('is asked again after a notice that was lost, and tells again when it could not be asked', async () => {
    const company = await dueIn(testApp, 3)
    const before = await dueDateOf(company)
    const { txid } = await chargeFor(company)
    const paid = payAtEfi(txid, '99.00')
    isEfiDown = true
    try {
      expect((await tell([{ ...paid, txid }])).error).toBe('ERR_PAYMENT_PROVIDER')
      expect((await (await dueIn(testApp, 3)).admin.call(subscribe, { body: form })).error).toBe('ERR_PAYMENT_PROVIDER')
    } finally {
      isEfiDown = false
    }
    await askAboutCharges(testApp.ctx)
    expect(await dueDateOf(company)).toBeGreaterThan(before)
  })

  test('tells of money that nobody asked for: the super user sees it, companies do not', async () => {
    const company = await dueIn(testApp, 3)
    const endToEndId = `E${unique()}`
    const stray = { endToEndId, valor: '12.34', txid: 'nobodysCharge0000000000000000' }
    await tell([stray, { endToEndId: `E${unique()}`, valor: '5.00' }])
    await tell([stray])
    const owner = await signInSuper(testApp)
    const seen = accepted(testApp, await owner.call(listOpenReceipts)).filter(({ outcome }) => outcome === 'unknown')
    expect(seen.map(({ value }) => value)).toEqual([5, 12.34])
    expect(await receiptsOf(company)).toEqual([])
    const params = { id: seen[1]?.id ?? 0 }
    expect((await company.admin.call(settleReceipt, { params })).error).toBe('ERR_NO_PERMISSION')
    expect((await owner.call(settleReceipt, { params })).status).toBe(200)
    expect((await owner.call(settleReceipt, { params })).error).toBe('ERR_NOT_FOUND')
    const left = accepted(testApp, await owner.call(listOpenReceipts)).map(({ id }) => id)
    expect([left.includes(params.id), left.includes(seen[0]?.id ?? 0)]).toEqual([false, true])
  })

  test('that is paid late still pays its invoice, and never one that was paid meanwhile', async () => {
    const company = await dueIn(testApp, 3)
    const first = await chargeFor(company)
    await testApp.ctx.db
      .update(charges)
      .set({ expiresAt: new Date(0) })
      .where(and(eq(charges.companyId, company.id), eq(charges.reference, first.txid)))
    const second = await chargeFor(company)
    expect(second.txid).not.toBe(first.txid)
    await tell([{ ...payAtEfi(first.txid, '99.00'), txid: first.txid }])
    const paid = await dueDateOf(company)
    await tell([{ ...payAtEfi(second.txid, '99.00'), txid: second.txid }])
    expect(await dueDateOf(company)).toBe(paid)
    expect(await receiptsOf(company)).toEqual([['surplus', 99]])
  })
})
