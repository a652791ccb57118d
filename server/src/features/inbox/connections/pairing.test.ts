// Tests of connections with real sessions against the simulated WhatsApp: pairing, restarts, and how each fault is told.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectionEvent,
  connectionSessionEvent,
  createConnection,
  deleteConnection,
  endSession,
  renewSession,
  requestPairingCode,
  showConnection,
  startSession,
  type Connection,
  type ConnectionReason,
  type ConnectionStatus
} from '@guiche/shared/features/inbox/connections.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { eventLog } from '#database/tables/events.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany, makeUser, signIn, unique, type Person } from '#test/fixtures/factories.ts'
import type { TestSocket } from '#test/server/test-socket.ts'

let simulator: Simulator
let app: TestApp
function startNode(besides?: TestApp) {
  return buildTestApp({
    ...(besides ? { besides } : {}),
    config: { roles: ['api', 'jobs', 'sessions'], whatsappUrl: simulator.whatsappUrl },
    // Long enough for a busy machine.
    timings: { silence: 2_000, ping: 2_500 }
  })
}
beforeAll(async () => {
  simulator = await startSimulator({ api: false })
  app = await startNode()
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})

const show = async (by: Person, id: number): Promise<Connection> =>
  (await by.call(showConnection, { params: { id }, query: {} })).body

/** Waits until the call and the socket agree on a status. */
async function reaches(by: Person, id: number, status: ConnectionStatus, reason?: ConnectionReason | null) {
  return eventually(
    async () => {
      const now = await show(by, id)
      return now.status === status && (reason === undefined || now.statusReason === reason) ? now : null
    },
    `${status} ${reason ?? ''}`,
    90_000
  )
}

const heard = (socket: TestSocket, id: number) =>
  socket.of(connectionSessionEvent).flatMap(({ session }) => (session.id === id ? [session] : []))

/** Statuses in the order they were heard, each once a change. */
function statusesReceived(socket: TestSocket, id: number): string[] {
  return heard(socket, id)
    .map((session) => session.status)
    .filter((status, at, all) => status !== all[at - 1])
}

const newPhone = async () =>
  (await simulator.createPhone({ number: `551198${String(unique()).padStart(7, '0')}` })).number

const order = (by: Person, endpoint: typeof startSession, id: number) => by.call(endpoint, { params: { id } })

interface Paired {
  admin: Person
  id: number
  phone: string
  socket: TestSocket
}

/** A company of a server with one connection that is paired and connected. */
async function pair(at = app): Promise<Paired> {
  const { admin } = await makeCompany(at)
  const socket = await admin.connect()
  const { id } = (await admin.call(createConnection, { body: { name: 'Balcão' } })).body
  const { qrcode } = await eventually(() => heard(socket, id).find((session) => session.qrcode !== ''), 'a QR code')
  const phone = await newPhone()
  await simulator.scanQr(phone, qrcode)
  await eventually(() => heard(socket, id).at(-1)?.status === 'CONNECTED', 'the connection to open')
  return { admin, id, phone, socket }
}

describe.concurrent('a connection', { timeout: 120_000 }, () => {
  test('made by an admin shows its QR code, is scanned, and connects before everybody’s eyes', async () => {
    const company = await makeCompany(app)
    const user = await makeUser(company)
    const [admins, others] = [await company.admin.connect(), await user.connect()]
    const { id } = (await company.admin.call(createConnection, { body: { name: 'Recepção' } })).body
    const { qrcode } = await eventually(() => heard(admins, id).find((one) => one.status === 'qrcode'), 'a QR code')
    expect((await show(company.admin, id)).qrcode).toBe(qrcode)
    expect((await show(user, id)).qrcode).toBe('')
    const phone = await newPhone()
    await simulator.scanQr(phone, qrcode)
    const connected = await reaches(company.admin, id, 'CONNECTED', null)
    expect(connected).toMatchObject({ number: phone, qrcode: '', retries: 0 })
    await Promise.all([admins.settle(), others.settle()])
    for (const socket of [admins, others]) {
      expect(statusesReceived(socket, id)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
      expect(socket.of(connectionEvent).at(-1)).toMatchObject({ whatsapp: { status: 'CONNECTED', number: phone } })
    }
    expect(JSON.stringify(others.heard)).not.toContain(qrcode)
  })

  test('that is logged out on the phone says so, forgets its number and pairs anew', async () => {
    const { admin, id, phone, socket } = await pair()
    simulator.unlink(phone)
    expect(await reaches(admin, id, 'DISCONNECTED', 'logged-out')).toMatchObject({ number: null })
    await socket.settle()
    expect(heard(socket, id).at(-1)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'logged-out' })
    await order(admin, startSession, id)
    expect((await reaches(admin, id, 'qrcode')).qrcode).not.toBe('')
  })

  test('that is replaced stays away until it is told to try again, and needs no new QR code', async () => {
    const { admin, id, phone, socket } = await pair()
    simulator.pull(phone, 'replaced')
    expect(await reaches(admin, id, 'DISCONNECTED', 'replaced')).toMatchObject({ number: phone })
    const before = heard(socket, id).length
    await order(admin, startSession, id)
    await reaches(admin, id, 'CONNECTED')
    await socket.settle()
    const since = heard(socket, id).slice(before)
    expect(since.filter((session) => session.status === 'qrcode')).toEqual([])
  })

  test('that is banned says so and does not try again by itself', async () => {
    const { admin, id, phone, socket } = await pair()
    simulator.pull(phone, 'banned')
    await reaches(admin, id, 'DISCONNECTED', 'banned')
    await eventually(async () => {
      const [row] = await app.ctx.db.select().from(connections).where(eq(connections.id, id))
      return row?.wanted === 'stopped' && row.leaseOwner === null
    }, 'the session to be given up')
    await socket.settle()
    expect(heard(socket, id).at(-1)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'banned' })
  })

  test('whose line drops comes back by itself and says what it was', async () => {
    const { admin, id, phone, socket } = await pair()
    const before = heard(socket, id).length
    simulator.pull(phone, 'drop')
    await eventually(() => heard(socket, id).slice(before).at(-1)?.status === 'CONNECTED', 'the way back')
    const since = heard(socket, id).slice(before)
    expect(since[0]).toMatchObject({ status: 'OPENING', statusReason: 'network' })
    expect(await show(admin, id)).toMatchObject({ status: 'CONNECTED', statusReason: null })
  })

  test('that WhatsApp falls silent on is noticed and opened anew', async () => {
    const { admin, id, phone, socket } = await pair()
    simulator.setFaults({ deaf: true }, phone)
    const away = await reaches(admin, id, 'OPENING', 'network')
    expect(Date.parse(away.statusSince)).toBeGreaterThan(0)
    simulator.clearFaults(phone)
    await reaches(admin, id, 'CONNECTED')
    await socket.settle()
    expect(heard(socket, id).at(-1)).toMatchObject({ status: 'CONNECTED', statusReason: null })
  })

  test('that is ended unlinks its device, and started again it shows a QR code', async () => {
    const { admin, id, phone } = await pair()
    expect(simulator.phone(phone).devices).toHaveLength(1)
    await order(admin, endSession, id)
    expect((await show(admin, id)).status).toBe('DISCONNECTED')
    await eventually(() => simulator.phone(phone).devices.length === 0, 'the device to be unlinked')
    expect(
      await eventually(async () => {
        const now = await show(admin, id)
        return now.number === null ? now : null
      }, 'the number to be forgotten')
    ).toMatchObject({ status: 'DISCONNECTED', statusReason: 'stopped' })
    await order(admin, startSession, id)
    await reaches(admin, id, 'qrcode')
  })

  test('that is renewed shows a QR code, which another phone may scan', async () => {
    const { admin, id, phone: former } = await pair()
    await order(admin, renewSession, id)
    const { qrcode } = await reaches(admin, id, 'qrcode')
    expect(simulator.phone(former).devices).toEqual([])
    const phone = await newPhone()
    await simulator.scanQr(phone, qrcode)
    expect(await reaches(admin, id, 'CONNECTED')).toMatchObject({ number: phone })
  })

  test('is paired by a code that its admins see, after a reload as well, and nobody else', async () => {
    const company = await makeCompany(app)
    const [user, stranger] = [await makeUser(company), (await makeCompany(app)).admin]
    const [admins, others, elsewhere] = [await company.admin.connect(), await user.connect(), await stranger.connect()]
    const { id } = (await company.admin.call(createConnection, { body: { name: 'Filial' } })).body
    await eventually(() => heard(admins, id).at(-1)?.qrcode || null, 'a QR code')
    const phone = await newPhone()
    const ask = (by: Person) => by.call(requestPairingCode, { params: { id }, body: { number: phone } })
    expect(await ask(stranger)).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' })
    expect(await ask(user)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect((await ask(company.admin)).status).toBe(200)
    expect(await show(company.admin, id)).toMatchObject({ status: 'qrcode', qrcode: '', pairing: { number: phone } })
    const code = await eventually(() => heard(admins, id).at(-1)?.pairing?.code || null, 'a code')
    const shown = await show(company.admin, id)
    expect(shown.pairing).toMatchObject({ number: phone, code, problem: null })
    expect(await show(user, id)).toMatchObject({ status: 'qrcode', pairing: null })
    await simulator.enterCode(phone, code)
    expect(await reaches(company.admin, id, 'CONNECTED', null)).toMatchObject({ number: phone, pairing: null })
    await Promise.all([admins.settle(), others.settle(), elsewhere.settle()])
    for (const socket of [admins, others]) {
      expect(statusesReceived(socket, id)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    }
    expect(JSON.stringify(others.heard)).not.toContain(code)
    expect(JSON.stringify(elsewhere.heard)).not.toContain(code)
    expect(app.logged.filter((line) => line.includes(code))).toEqual([])
    const kept = await app.ctx.db.select().from(eventLog).where(eq(eventLog.companyId, company.admin.companyId))
    expect(kept.filter(({ payload }) => payload.includes(code))).toEqual([])
  })

  test('that is deleted unlinks its device first', async () => {
    const { admin, id, phone } = await pair()
    expect((await admin.call(deleteConnection, { params: { id } })).status).toBe(200)
    expect(simulator.phone(phone).devices).toEqual([])
    expect((await admin.call(showConnection, { params: { id }, query: {} })).error).toBe('ERR_NO_WAPP_FOUND')
  })
})

describe('a server', { timeout: 120_000 }, () => {
  test('that is started anew opens its connections without a new QR code', async () => {
    const first = await startNode()
    const { admin, id, phone } = await pair(first)
    await first.app.close()
    expect(simulator.phone(phone).devices).toMatchObject([{ online: false }])
    const second = await startNode(first)
    const again = await signIn(second, admin)
    await eventually(() => simulator.phone(phone).devices.some((device) => device.online), 'the device to come back')
    expect(await reaches(again, id, 'CONNECTED')).toMatchObject({ number: phone, retries: 0 })
    expect(simulator.phone(phone).devices).toHaveLength(1)
    await second.close()
    await first.close()
  })

  test('that WhatsApp refuses says so and connects when it is let in', async () => {
    const { admin, id, phone } = await pair()
    simulator.setFaults({ upgrade: 'refuse' })
    simulator.pull(phone, 'drop')
    await reaches(admin, id, 'TIMEOUT', 'refused')
    simulator.clearFaults()
    await reaches(admin, id, 'CONNECTED')
  })
})
