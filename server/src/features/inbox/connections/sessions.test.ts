// Tests of a connection's session: what admins order of it, what it reports, and who hears of that.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connectionEvent,
  connectionSessionEvent,
  createConnection,
  deleteConnection,
  endSession,
  listConnections,
  renewSession,
  requestPairingCode,
  showConnection,
  startSession,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { eventLog } from '#database/tables/events.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { connectionStatusMoved } from './connections.events.ts'
import { recordStatus } from './record-status.ts'

let app: TestApp
/** Sessions that were told to look at the database, in order. */
let woken: number[]
/** Status changes that listeners heard of. */
const moves: { connectionId: number; from: string; to: string; reason: string | null }[] = []
beforeAll(async () => {
  app = await buildTestApp({ whatsapp: { wake: ({ connectionId }) => void woken.push(connectionId) } })
  app.ctx.bus.on(connectionStatusMoved, (_ctx, move) => void moves.push(move))
})
afterAll(() => app.close())
beforeEach(() => {
  woken = []
})

async function stored({ id: companyId }: Company, id: number) {
  const [row] = await app.ctx.db
    .select()
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.id, id)))
  if (!row) throw new Error('the connection is gone')
  return row
}
const refOf = (company: Company, connectionId: number): ConnectionRef => ({ companyId: company.id, connectionId })
const running = (company: Company) => makeConnectionRow(company, { wanted: 'running', generation: 1 })
function report(status: StatusReport['status'], wishes: Partial<StatusReport> = {}): StatusReport {
  return {
    status,
    reason: null,
    qrcode: '',
    retries: 0,
    ...wishes
  }
}
const list = async (by: Person): Promise<Connection[]> => (await by.call(listConnections, { query: {} })).body

describe('an order', () => {
  test('to start, to pair anew and to end is written for the supervisor, shown at once, and wakes it', async () => {
    const company = await makeCompany(app)
    const { id } = (await company.admin.call(createConnection, { body: { name: 'Recepção' } })).body
    const order = async (endpoint: typeof startSession) => {
      const answer = await company.admin.call(endpoint, { params: { id } })
      const { wanted, command, generation, status, statusReason } = await stored(company, id)
      return [answer.body.message, wanted, command, generation, status, statusReason]
    }
    expect(await order(startSession)).toEqual(['Starting session.', 'running', null, 2, 'OPENING', 'starting'])
    expect(await order(renewSession)).toEqual(['Starting session.', 'running', 'renew', 3, 'OPENING', 'starting'])
    expect(await order(endSession)).toEqual([
      'Session disconnected.',
      'stopped',
      'logout',
      4,
      'DISCONNECTED',
      'stopped'
    ])
    expect(woken).toEqual([id, id, id, id])
  })

  test('keeps a logout that was not carried out yet: the device is unlinked before anything new', async () => {
    const company = await makeCompany(app)
    const { id } = await running(company)
    await company.admin.call(endSession, { params: { id } })
    await company.admin.call(renewSession, { params: { id } })
    expect(await stored(company, id)).toMatchObject({ wanted: 'running', command: 'logout' })
    await company.admin.call(startSession, { params: { id } })
    expect(await stored(company, id)).toMatchObject({ wanted: 'running', command: 'logout', generation: 4 })
  })

  test('is for admins of the company alone', async () => {
    const company = await makeCompany(app)
    const { id } = await running(company)
    const [user, stranger] = [await makeUser(company), (await makeCompany(app)).admin]
    for (const endpoint of [startSession, renewSession, endSession]) {
      expect(await user.call(endpoint, { params: { id } })).toMatchObject({ error: 'ERR_NO_PERMISSION' })
      expect(await stranger.call(endpoint, { params: { id } })).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' })
    }
    expect(await stored(company, id)).toMatchObject({ wanted: 'running', generation: 1 })
    expect(woken).toEqual([])
  })

  test('to pair by code names a phone, as people write it, while the session shows a QR code', async () => {
    const company = await makeCompany(app)
    const showing = { wanted: 'running', status: 'qrcode', qrcode: 'ABC', generation: 1 } as const
    const { id } = await makeConnectionRow(company, showing)
    const ask = (number: string, of = id) =>
      company.admin.call(requestPairingCode, { params: { id: of }, body: { number } })
    for (const number of ['', '1234567', '0119876543210', '5511987654321987', 'telefone']) {
      expect(await ask(number)).toMatchObject({
        error: 'ERR_VALIDATION',
        body: { fields: { number: 'ERR_WAPP_INVALID_CONTACT' } }
      })
    }
    expect(await stored(company, id)).toMatchObject({ generation: 1, pairingNumber: null, qrcode: 'ABC' })
    expect((await ask('+55 (11) 98765-4321')).body.message).toBe('Asking for a pairing code.')
    const pairing = { number: '5511987654321', code: '', expiresAt: null, problem: null }
    const order = { wanted: 'running', command: null, generation: 2, pairingNumber: '5511987654321' }
    expect(await stored(company, id)).toMatchObject({ ...order, status: 'qrcode', qrcode: '', pairing })
    // Whatever is ordered next pairs by QR code again.
    await company.admin.call(renewSession, { params: { id } })
    expect(await stored(company, id)).toMatchObject({ command: 'renew', pairingNumber: null, pairing: null })
    for (const status of ['OPENING', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED']) {
      const other = await makeConnectionRow(company, { ...showing, status })
      expect(await ask('5511987654321', other.id)).toMatchObject({ status: 409, error: 'ERR_WAPP_NOT_PAIRING' })
      expect(await stored(company, other.id)).toMatchObject({ status, generation: 1, pairingNumber: null })
    }
    expect(woken).toEqual([id, id])
  })

  test('to delete waits until the session has unlinked its device', async () => {
    const company = await makeCompany(app)
    const leased = { leaseOwner: 'this node', leaseUntil: new Date(Date.now() + 60_000) }
    const { id } = await makeConnectionRow(company, { wanted: 'running', status: 'CONNECTED', ...leased })
    let isDeleted = false
    const deletion = company.admin.call(deleteConnection, { params: { id } }).then((answer) => {
      isDeleted = true
      return answer
    })
    await expect.poll(() => woken).toEqual([id])
    expect(await stored(company, id)).toMatchObject({ wanted: 'stopped', command: 'logout' })
    expect(isDeleted).toBe(false)
    await app.ctx.db.update(connections).set({ command: null, leaseUntil: null }).where(eq(connections.id, id))
    expect((await deletion).status).toBe(200)
    expect(await list(company.admin)).toEqual([])
  })
})

describe('a report', () => {
  test('moves the status, says since when and why, and keeps the number', async () => {
    const company = await makeCompany(app)
    const { id } = await running(company)
    const ref = refOf(company, id)
    await recordStatus(app.ctx, ref, report('CONNECTED', { number: '5511987654321', lid: '12345' }))
    const connected = (await company.admin.call(showConnection, { params: { id }, query: {} })).body
    expect(connected).toMatchObject({ status: 'CONNECTED', statusReason: null, number: '5511987654321' })
    await recordStatus(app.ctx, ref, report('CONNECTED', { retries: 1 }))
    expect((await stored(company, id)).statusSince.toISOString()).toBe(connected.statusSince)
    await recordStatus(app.ctx, ref, report('DISCONNECTED', { reason: 'replaced' }))
    const away = (await company.admin.call(showConnection, { params: { id }, query: {} })).body
    expect(away).toMatchObject({ status: 'DISCONNECTED', statusReason: 'replaced', number: '5511987654321' })
    expect(Date.parse(away.statusSince)).toBeGreaterThan(Date.parse(connected.statusSince))
  })

  test('reaches listeners as a move from one status to another, once a move', async () => {
    const company = await makeCompany(app)
    const { id } = await running(company)
    const ref = refOf(company, id)
    await recordStatus(app.ctx, ref, report('CONNECTED'))
    await recordStatus(app.ctx, ref, report('CONNECTED'))
    await recordStatus(app.ctx, ref, report('TIMEOUT', { reason: 'network' }))
    await app.drain()
    expect(moves.filter((move) => move.connectionId === id)).toEqual([
      { ...ref, from: 'DISCONNECTED', to: 'CONNECTED', reason: null },
      { ...ref, from: 'CONNECTED', to: 'TIMEOUT', reason: 'network' }
    ])
  })

  test('that comes after the connection was stopped or deleted changes nothing', async () => {
    const company = await makeCompany(app)
    const { id } = await running(company)
    await company.admin.call(endSession, { params: { id } })
    await recordStatus(app.ctx, refOf(company, id), report('qrcode', { qrcode: 'late' }))
    expect(await stored(company, id)).toMatchObject({ status: 'DISCONNECTED', statusReason: 'stopped', qrcode: '' })
    await company.admin.call(deleteConnection, { params: { id } })
    await recordStatus(app.ctx, refOf(company, id), report('CONNECTED'))
    expect(await list(company.admin)).toEqual([])
  })

  test('of a session that stops to start again is no news, but a forgotten number is', async () => {
    const company = await makeCompany(app)
    const { id } = await makeConnectionRow(company, { wanted: 'running', status: 'CONNECTED', number: '5511987654321' })
    await company.admin.call(renewSession, { params: { id } })
    await recordStatus(app.ctx, refOf(company, id), report('DISCONNECTED', { reason: 'stopped', number: null }))
    expect(await stored(company, id)).toMatchObject({ status: 'OPENING', statusReason: 'starting', number: null })
    await app.drain()
    expect(moves.filter((move) => move.connectionId === id).map(({ to }) => to)).toEqual(['OPENING'])
  })

  test('shows the QR code to admins, the status to everybody, and keeps new codes out of the log', async () => {
    const company = await makeCompany(app)
    const user = await makeUser(company)
    const { id } = await running(company)
    const ref = refOf(company, id)
    const sockets = [await company.admin.connect(), await user.connect()] as const
    await recordStatus(app.ctx, ref, report('qrcode', { qrcode: 'first code', reason: 'never-paired' }))
    await recordStatus(app.ctx, ref, report('qrcode', { qrcode: 'second code', reason: 'never-paired' }))
    await app.drain()
    await Promise.all(sockets.map((socket) => socket.settle()))
    const codes = sockets.map((socket) => socket.of(connectionSessionEvent).map(({ session }) => session.qrcode))
    expect(codes).toEqual([
      ['first code', 'second code'],
      ['', '']
    ])
    expect(sockets.map((socket) => socket.of(connectionEvent).length)).toEqual([1, 1])
    const told = JSON.stringify(sockets[1].heard)
    expect(told).toContain('"status":"qrcode"')
    expect(told).not.toMatch(/first code|second code/)
    const logged = await app.ctx.db.select().from(eventLog).where(eq(eventLog.companyId, company.id))
    expect(logged.filter(({ payload }) => payload.includes('second code'))).toEqual([])
  })

  test('leaves live consoles with what a reload shows, for admins and for attendants', async () => {
    const company = await makeCompany(app)
    const user = await makeUser(company)
    const { id } = await running(company)
    const ref = refOf(company, id)
    const people = [company.admin, user]
    const sockets = await Promise.all(people.map((person) => person.connect()))
    const before = await Promise.all(people.map(list))
    await recordStatus(app.ctx, ref, report('qrcode', { qrcode: 'a', reason: 'never-paired' }))
    await recordStatus(app.ctx, ref, report('qrcode', { qrcode: 'b', reason: 'never-paired', retries: 1 }))
    await recordStatus(app.ctx, ref, report('PAIRING', { reason: 'restarting' }))
    await recordStatus(app.ctx, ref, report('CONNECTED', { number: '5511912345678' }))
    await recordStatus(app.ctx, ref, report('OPENING', { reason: 'network', retries: 2 }))
    await company.admin.call(startSession, { params: { id } })
    await app.drain()
    for (const [index, socket] of sockets.entries()) {
      await socket.settle()
      let rows = before[index] ?? []
      for (const { name, payload } of socket.heard) {
        if (name === connectionEvent.channel(company.id)) {
          const { whatsapp } = connectionEvent.payload.parse(payload) as { whatsapp: Connection }
          rows = rows.map((row) => (row.id === whatsapp.id ? whatsapp : row))
        } else if (name === connectionSessionEvent.channel(company.id)) {
          const { session } = connectionSessionEvent.payload.parse(payload)
          rows = rows.map((row) => (row.id === session.id ? { ...row, ...session } : row))
        }
      }
      expect(rows).toEqual(await list(people[index] ?? company.admin))
    }
  })
})
