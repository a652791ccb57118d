// Tests of outages: administrators are told by mail once, and the share of time with WhatsApp is honest.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listUptime, showUptime, type Outage } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { deleteConnection, endSession } from '@guiche/shared/features/inbox/connections.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { companies } from '#database/tables/org/companies.ts'
import { connectionOutages, connections } from '#database/tables/inbox/connections.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeUser,
  signIn,
  signInSuper,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { recordStatus } from './record-status.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: TestApp
let company: Company
let ref: ConnectionRef
beforeAll(async () => {
  app = await buildTestApp({ config: { smtpUrl: 'smtp://mail.test' }, whatsapp: { wake: () => {} } })
})
afterAll(() => app.close())

const number = '5511987654321'
const report = (status: StatusReport['status'], reason: StatusReport['reason'] = null) =>
  recordStatus(app.ctx, ref, { status, reason, qrcode: '', retries: 0 })
const connected = () =>
  recordStatus(app.ctx, ref, { status: 'CONNECTED', reason: null, qrcode: '', retries: 0, number })
const loggedOut = () =>
  recordStatus(app.ctx, ref, { status: 'DISCONNECTED', reason: 'logged-out', qrcode: '', retries: 0, number: null })
async function pass(ms: number) {
  app.clock.advance(ms)
  await app.drain()
}

beforeEach(async () => {
  company = await makeCompany(app)
  // A trial would be over within the test.
  await app.ctx.db.update(companies).set({ dueDate: null }).where(eq(companies.id, company.id))
  const { id } = await makeConnectionRow(company, { wanted: 'running', generation: 1, name: 'Loja' })
  ref = { companyId: company.id, connectionId: id }
  await app.drain()
  app.mails.length = 0
})

const mailsTo = ({ email }: Person) => app.mails.filter(({ to }) => to === email)
const subjects = (person = company.admin) => mailsTo(person).map(({ subject }) => subject)
/** Logins end while days pass. */
const admin = () => signIn(app, company.admin)
const uptime = async (id = ref.connectionId) =>
  accepted(app, await (await admin()).call(showUptime, { params: { id } }))

/** Whole minutes without WhatsApp, since the clock goes on while the test runs. */
const minutesOf = (outages: Outage[]) =>
  outages.map(({ lostSeconds, ...outage }) => ({ ...outage, minutes: Math.floor(lostSeconds / 60) }))

describe('a number that has lost WhatsApp', () => {
  test('is told at once when the phone removed it, to every administrator and nobody else, in plain words', async () => {
    const second = await makeUser(company, { profile: 'admin' })
    const attendant = await makeUser(company)
    const stranger = (await makeCompany(app)).admin
    await app.ctx.db.update(companies).set({ timeZone: 'America/Manaus' }).where(eq(companies.id, company.id))
    await connected()
    await pass(day)
    await loggedOut()
    await pass(0)
    expect([company.admin, second, attendant, stranger].map((one) => subjects(one))).toEqual([
      ['Loja está sem WhatsApp'],
      ['Loja está sem WhatsApp'],
      [],
      []
    ])
    const text = mailsTo(company.admin)[0]?.text ?? ''
    const since = new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Manaus',
      dateStyle: 'short',
      timeStyle: 'short'
    }).format(app.clock.now())
    expect(text).toContain(`desde ${since} (America/Manaus)`)
    expect(text).toContain('Por quê: o celular removeu este aparelho')
    expect(text).toContain('O que fazer: gere um novo QR code')
    expect(text).toContain('+55 (11) 98765-4321')
    expect(text).toContain(`${app.ctx.config.publicUrl}/console/connections`)
  })

  test('that tries again is told after five minutes, and once it is back for a minute that is told, too', async () => {
    await connected()
    await report('OPENING', 'network')
    await report('TIMEOUT', 'network')
    await pass(4 * minute)
    await report('OPENING', 'starting')
    expect(subjects()).toEqual([])
    await pass(minute)
    expect(subjects()).toEqual(['Loja está sem WhatsApp'])
    expect(mailsTo(company.admin)[0]?.text).toContain('não foi possível alcançar o WhatsApp pela rede')
    await pass(2 * minute)
    await connected()
    await pass(0)
    expect(subjects()).toHaveLength(1)
    await pass(minute)
    await pass(day)
    expect(subjects()).toEqual(['Loja está sem WhatsApp', 'Loja voltou ao WhatsApp'])
    expect(mailsTo(company.admin)[1]?.text).toContain('depois de 7 min')
    expect(mailsTo(company.admin)[1]?.text).toContain('O que foi escrito nesse tempo chegou ao Guichê')
  })

  test('and will not come back by itself after all, is told once more an hour later', async () => {
    await connected()
    await report('TIMEOUT', 'network')
    await pass(5 * minute)
    await pass(15 * minute)
    await loggedOut()
    await pass(44 * minute)
    expect(subjects()).toHaveLength(1)
    await pass(minute)
    expect(subjects()).toEqual(['Loja está sem WhatsApp', 'Loja está sem WhatsApp'])
    expect(mailsTo(company.admin)[1]?.text).toContain('gere um novo QR code')
    await pass(day)
    await connected()
    await pass(minute)
    expect(subjects().slice(2)).toEqual(['Loja voltou ao WhatsApp'])
    expect(mailsTo(company.admin)[2]?.text).toContain('depois de 25 h')
  })

  test('that a busy WhatsApp refuses while it tries again is no end, until the session stops', async () => {
    await connected()
    await report('TIMEOUT', 'refused')
    await pass(minute)
    expect(subjects()).toEqual([])
    await connected()
    await pass(minute)
    // A real end is held back by nothing that was told before it.
    await report('TIMEOUT', 'refused')
    await report('DISCONNECTED', 'refused')
    await pass(0)
    expect(subjects()).toEqual(['Loja está sem WhatsApp'])
    expect(mailsTo(company.admin)[0]?.text).toContain('o WhatsApp recusou a conexão')
  })

  test('is no news when it is back within the five minutes', async () => {
    await connected()
    await report('TIMEOUT', 'network')
    await pass(4 * minute)
    await connected()
    await pass(day)
    expect(subjects()).toEqual([])
  })

  test('again and again is told once an hour, and that it is back only when it stays', async () => {
    await connected()
    await loggedOut()
    await pass(0)
    for (let n = 0; n < 5; n++) {
      await connected()
      await pass(minute / 2)
      await loggedOut()
      await pass(minute / 2)
    }
    expect(subjects()).toEqual(['Loja está sem WhatsApp'])
    await connected()
    await pass(2 * minute)
    expect(subjects()).toEqual(['Loja está sem WhatsApp', 'Loja voltou ao WhatsApp'])
    // A device that was removed gets nothing of what was written before it is paired anew.
    expect(mailsTo(company.admin)[1]?.text).toContain('Confira no celular')
    await loggedOut()
    await pass(50 * minute)
    expect(subjects()).toHaveLength(2)
    await pass(10 * minute)
    expect(subjects()).toHaveLength(3)
  })

  test('that is lost for another reason before it was told to be back is not told to be back', async () => {
    await connected()
    await loggedOut()
    await pass(0)
    await connected()
    await pass(minute / 2)
    await report('TIMEOUT', 'network')
    await pass(10 * minute)
    expect(subjects()).toEqual(['Loja está sem WhatsApp'])
    await connected()
    await pass(minute)
    expect(subjects()).toEqual(['Loja está sem WhatsApp', 'Loja voltou ao WhatsApp'])
  })

  test('is told once though both nodes look', async () => {
    const other = await buildTestApp({ besides: app, config: { smtpUrl: 'smtp://mail.test' } })
    try {
      await connected()
      await loggedOut()
      await loggedOut()
      await Promise.all([app.drain(), other.drain()])
      expect([...app.mails, ...other.mails].filter(({ to }) => to === company.admin.email)).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('is no news when an administrator ended it, when it was never paired, or when nobody wants mails', async () => {
    await report('DISCONNECTED', 'qr-expired')
    await pass(hour)
    await connected()
    await (await admin()).call(endSession, { params: { id: ref.connectionId } })
    await pass(hour)
    await app.ctx.db.update(connections).set({ wanted: 'running' }).where(eq(connections.companyId, company.id))
    await connected()
    await (await admin()).call(updateSetting, { params: { key: 'outageMail' }, body: { value: 'disabled' } })
    await loggedOut()
    await pass(hour)
    expect(subjects()).toEqual([])
  })

  test('is written of in the language of the company', async () => {
    await (await admin()).call(updateSetting, { params: { key: 'chatBotLanguage' }, body: { value: 'es' } })
    await connected()
    await report('DISCONNECTED', 'banned')
    await pass(0)
    expect(subjects()).toEqual(['Loja está sin WhatsApp'])
    expect(mailsTo(company.admin)[0]?.text).toMatch(/ desde \d\d\/\d\d\/\d{4}, \d\d:\d\d \(America\/Sao_Paulo\)/)
  })

  test('is told by one mail alone when no mail could be sent before it was back', async () => {
    await connected()
    const send = app.ctx.mail.send.bind(app.ctx.mail)
    app.ctx.mail.send = () => Promise.reject(new Error('no mail server'))
    try {
      await loggedOut()
      await pass(0)
    } finally {
      app.ctx.mail.send = send
    }
    await connected()
    await pass(minute)
    await pass(hour)
    expect(subjects()).toEqual(['Loja voltou ao WhatsApp'])
  })

  test('sends nothing without a mail server', async () => {
    // By itself: a node beside it that has one would send what it finds to do.
    const bare = await buildTestApp({ whatsapp: { wake: () => {} } })
    try {
      const own = await makeCompany(bare)
      const { id } = await makeConnectionRow(own, { wanted: 'running', generation: 1, name: 'Loja' })
      const told = (status: StatusReport['status'], reason: StatusReport['reason']) =>
        recordStatus(bare.ctx, { companyId: own.id, connectionId: id }, { status, reason, qrcode: '', retries: 0 })
      await told('CONNECTED', null)
      await told('DISCONNECTED', 'replaced')
      await bare.drain()
      expect(bare.mails).toEqual([])
    } finally {
      await bare.close()
    }
  })
})

describe('the share of time with WhatsApp', () => {
  test('counts from the first minute with WhatsApp, and leaves out what an administrator stopped', async () => {
    expect(await uptime()).toMatchObject({ watchedFrom: null, share: null, outages: [] })
    await report('qrcode')
    await pass(day)
    await connected()
    await pass(2 * day)
    await report('TIMEOUT', 'network')
    await pass(day)
    await connected()
    await pass(day)
    await (await admin()).call(endSession, { params: { id: ref.connectionId } })
    await pass(5 * day)
    const { share, outages, days } = await uptime()
    expect(share).toBeCloseTo(0.75, 3)
    expect(minutesOf(outages)).toMatchObject([{ reason: 'network', minutes: 24 * 60, breaks: 1 }])
    expect(days).toHaveLength(30)
    expect(days.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0)).toBeCloseTo((4 * day) / 1000, -2)
    const list = accepted(app, await (await admin()).call(listUptime))
    expect(list).toEqual([{ connectionId: ref.connectionId, watchedFrom: expect.any(String), share }])
  })

  test('takes breaks that follow one another for one outage, with the time that was lost and not more', async () => {
    await connected()
    await pass(hour)
    for (let n = 0; n < 4; n++) {
      await report('TIMEOUT', 'no-answer')
      await pass(minute)
      await connected()
      await pass(minute)
    }
    const { outages, share } = await uptime()
    expect(minutesOf(outages)).toMatchObject([{ breaks: 4, minutes: 4, reason: 'no-answer' }])
    expect(share).toBeCloseTo(64 / 68, 2)
    await pass(hour)
    await report('OPENING', 'network')
    expect((await uptime()).outages).toMatchObject([{ endedAt: null, reason: 'network' }, { breaks: 4 }])
    await connected()
    expect((await uptime()).outages).toHaveLength(1)
  })

  test('goes on while the number is paired anew, and names the reason that says most', async () => {
    await connected()
    await report('OPENING', 'network')
    await pass(minute)
    await report('TIMEOUT', 'no-answer')
    await loggedOut()
    await report('OPENING', 'starting')
    await report('qrcode')
    await pass(minute)
    await report('PAIRING', 'restarting')
    expect(minutesOf((await uptime()).outages)).toMatchObject([{ endedAt: null, minutes: 2, reason: 'logged-out' }])
    await connected()
    expect(minutesOf((await uptime()).outages)).toMatchObject([{ endedAt: expect.any(String), minutes: 2 }])
  })

  test('counts the time in which no server ran as lost', async () => {
    await connected()
    await pass(hour)
    const awaySince = new Date(app.clock.now().getTime() - 10 * minute)
    await app.ctx.db
      .update(connections)
      .set({ awaySince })
      .where(and(eq(connections.companyId, company.id), eq(connections.id, ref.connectionId)))
    await report('OPENING', 'starting')
    await connected()
    await pass(hour)
    expect(minutesOf((await uptime()).outages)).toMatchObject([
      { reason: 'server-down', beganAt: awaySince.toISOString(), minutes: 10 }
    ])
    // It was over when the server looked.
    expect(subjects()).toEqual([])
  })

  test('keeps outages of different causes apart, however near they are', async () => {
    await connected()
    await pass(hour)
    for (const reason of ['network', 'no-answer', 'replaced', 'network'] as const) {
      await report('DISCONNECTED', reason)
      await pass(minute)
      await connected()
    }
    expect((await uptime()).outages).toMatchObject([
      { reason: 'network', breaks: 1 },
      { reason: 'replaced', breaks: 1 },
      { reason: 'no-answer', breaks: 2 }
    ])
  })

  test('is for administrators of the company alone', async () => {
    const params = { id: ref.connectionId }
    const attendant = await makeUser(company)
    const supervisor = await makeUser(company, { profile: 'supervisor' })
    const stranger = (await makeCompany(app)).admin
    for (const person of [attendant, supervisor]) {
      expect(await person.call(listUptime)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
      expect(await person.call(showUptime, { params })).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    }
    for (const person of [stranger, await signInSuper(app)]) {
      expect(await person.call(showUptime, { params })).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' })
      expect((await person.call(listUptime)).body).toEqual([])
    }
  })

  test('is forgotten after 180 days, and with its connection', async () => {
    const rows = () => app.ctx.db.select().from(connectionOutages).where(eq(connectionOutages.companyId, company.id))
    await connected()
    await loggedOut()
    await pass(minute)
    await connected()
    await pass(170 * day)
    await loggedOut()
    await app.ctx.db.execute(`insert into pgboss.job (name, policy) values ('sweep-connection-outages', 'exclusive')`)
    await pass(0)
    expect(await rows()).toHaveLength(2)
    app.clock.advance(11 * day)
    await app.ctx.db.execute(`insert into pgboss.job (name, policy) values ('sweep-connection-outages', 'exclusive')`)
    await pass(0)
    expect(await rows()).toHaveLength(1)
    await (await admin()).call(deleteConnection, { params: { id: ref.connectionId } })
    expect(await rows()).toEqual([])
  })
})
