// Pairing by a code that is typed on the phone: with real sockets, and moment by moment.
import { EventEmitter } from 'node:events'
import type { WABrowserDescription, WASocket } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { readCreds } from '../signal/auth-state.repo.ts'
import { createCodePairing } from './code-pairing.ts'
import { decodeCreds } from '../signal/key-codec.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'
import { type TestNode, order, pairedLine, startTestNode } from '../testing/test-node.ts'

describe('a session that is asked for a code', () => {
  let database: RoomDatabase
  let simulator: Simulator
  let testNode: TestNode
  beforeAll(async () => {
    database = await openRoomDatabase()
    simulator = await startSimulator()
    testNode = await startTestNode({ database, simulator })
  })
  afterEach(() => simulator.clearFaults())
  afterAll(async () => {
    await testNode.stop()
    await simulator.stop()
    await database.drop()
  })

  const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 60_000, what)
  let phones = 5511966660000
  const newPhone = async () => (await simulator.createPhone({ number: String(++phones) })).number
  const codeOf = (ref: ConnectionRef, node = testNode) => node.last(ref)?.pairing?.code
  const problemOf = (ref: ConnectionRef, node = testNode) => node.last(ref)?.pairing?.problem

  const ask = async (ref: ConnectionRef, number: string, node = testNode): Promise<string> => {
    const before = codeOf(ref, node)
    await database.sql`update connections set pairing_number = ${number} where id = ${ref.connectionId}`
    await order(database, node, ref, 'running')
    return until(() => {
      const code = codeOf(ref, node)
      return code === before ? undefined : code
    }, 'a code')
  }
  /** A connection that shows a QR code. */
  const waiting = async (node = testNode, owner: string | null = null) => {
    const lease = owner === null ? {} : { lease_owner: owner, lease_until: new Date(Date.now() + 60_000) }
    const ref = await database.addConnection({ wanted: 'running', ...lease })
    node.room.wake(ref)
    await until(() => node.last(ref)?.qrcode, 'a QR code')
    return ref
  }
  const scan = async (ref: ConnectionRef, phone: string, node = testNode) =>
    simulator.scanQr(phone, await until(() => node.last(ref)?.qrcode, 'a QR code'))
  const connects = (ref: ConnectionRef, node = testNode) => until(() => node.room.isConnected(ref), 'the session')
  const meOf = async (ref: ConnectionRef) => {
    const sealed = await readCreds(database.sql, ref)
    if (!sealed) return undefined
    return decodeCreds(createSecrets('a secret of at least thirty-two characters').decrypt(sealed)).me?.id
  }

  it('shows it with its end and no QR code, and is paired when it is typed', async () => {
    const [ref, phone] = [await waiting(), await newPhone()]
    const code = await ask(ref, phone)
    expect(code).toMatch(/^[1-9A-Z]{8}$/)
    const shown = testNode.last(ref)
    expect(shown).toMatchObject({
      status: 'qrcode',
      qrcode: '',
      reason: null,
      pairing: { number: phone, problem: null }
    })
    expect(Date.parse(shown?.pairing?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 100_000)
    // Nobody is paired yet, whatever Baileys has noted.
    expect(await meOf(ref)).toBeUndefined()
    await simulator.enterCode(phone, code)
    await connects(ref)
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the report')
    expect(testNode.last(ref)).toMatchObject({ number: phone, pairing: null, qrcode: '' })
    expect(simulator.phone(phone).devices).toMatchObject([{ label: 'Guichê', online: true }])
    // The restart after linking and every later one log in, and ask for nothing.
    await order(database, testNode, ref, 'running')
    await until(() => testNode.last(ref)?.status === 'OPENING', 'the restart')
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the return')
    expect(await meOf(ref)).toContain(phone)
  })

  it('keeps showing it when another one is typed', async () => {
    const [ref, phone] = [await waiting(), await newPhone()]
    const code = await ask(ref, phone)
    await expect(simulator.enterCode(phone, 'ZZZZ-ZZZZ')).rejects.toThrow('this is not the code')
    expect(codeOf(ref)).toBe(code)
    await simulator.enterCode(phone, code)
    await connects(ref)
  })

  it('gives another one when it is asked again, and the one before is worth nothing', async () => {
    const [ref, phone] = [await waiting(), await newPhone()]
    const first = await ask(ref, phone)
    const second = await ask(ref, phone)
    await expect(simulator.enterCode(phone, first)).rejects.toThrow('this is not the code')
    await simulator.enterCode(phone, second)
    await connects(ref)
  })

  it('says that it is over and shows QR codes again, with which any phone is paired', async () => {
    const timings = { pairingCode: 300, pairingGrace: 300 }
    const node = await startTestNode({ database, simulator, node: 'brief', timings })
    try {
      const ref = await waiting(node, 'brief')
      const [asked, other] = [await newPhone(), await newPhone()]
      const code = await ask(ref, asked, node)
      await until(() => problemOf(ref, node) === 'expired', 'the end of the code')
      await until(() => node.last(ref)?.qrcode, 'a QR code')
      expect(node.last(ref)).toMatchObject({ status: 'qrcode', retries: 1, pairing: { number: asked, code: '' } })
      expect(await meOf(ref)).toBeUndefined()
      await expect(simulator.enterCode(asked, code)).rejects.toThrow('no desk waits')
      await scan(ref, other, node)
      await connects(ref, node)
      await until(() => node.last(ref)?.status === 'CONNECTED', 'the report')
      expect(node.last(ref)).toMatchObject({ number: other, pairing: null })
    } finally {
      await node.stop()
    }
  })

  it('goes back to QR codes when the pairing is begun anew', async () => {
    const [ref, phone] = [await waiting(), await newPhone()]
    const code = await ask(ref, phone)
    await order(database, testNode, ref, 'renewed')
    await until(() => testNode.last(ref)?.qrcode, 'a QR code')
    expect(testNode.last(ref)?.pairing).toBeNull()
    await expect(simulator.enterCode(phone, code)).rejects.toThrow('no desk waits')
    await scan(ref, phone)
    await connects(ref)
  })

  it.each([
    ['rate-limited', 429],
    ['refused', 400]
  ] as const)('says that WhatsApp answered: %s', async (problem, linkCodeFailure) => {
    const [ref, phone] = [await waiting(), await newPhone()]
    simulator.setFaults({ linkCodeFailure }, phone)
    await database.sql`update connections set pairing_number = ${phone} where id = ${ref.connectionId}`
    await order(database, testNode, ref, 'running')
    await until(() => problemOf(ref) === problem, 'the refusal')
    await scan(ref, phone)
    await connects(ref)
  })

  it('follows WhatsApp when it takes the code back', async () => {
    const [ref, phone] = [await waiting(), await newPhone()]
    await ask(ref, phone)
    simulator.takeCodeBack(phone)
    await until(() => problemOf(ref) === 'expired', 'the end of the code')
    await scan(ref, phone)
    await connects(ref)
  })

  it('asks for none on a node that takes over, and shows a QR code there', async () => {
    const first = await startTestNode({ database, simulator, node: 'first' })
    const ref = await waiting(first, 'first')
    await ask(ref, await newPhone(), first)
    await first.stop()
    await until(() => testNode.last(ref)?.qrcode, 'a QR code at the other node')
    expect(testNode.statuses.filter((one) => one.ref.connectionId === ref.connectionId && one.pairing)).toEqual([])
    expect(testNode.last(ref)?.pairing).toBeNull()
  })

  it('is left in peace when it is paired already', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the report')
    await database.sql`update connections set pairing_number = ${phone} where id = ${ref.connectionId}`
    await order(database, testNode, ref, 'running')
    await until(() => testNode.last(ref)?.status === 'OPENING', 'the restart')
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the return')
    expect(testNode.statuses.filter((one) => one.ref.connectionId === ref.connectionId && one.pairing)).toEqual([])
  })
})

describe('a code', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = () => {
    const ws = new EventEmitter()
    const sock = { ws, requestPairingCode: async () => 'ABCD1234' } as unknown as WASocket
    const told: string[] = []
    const pairing = createCodePairing({
      number: '5511987654321',
      timings: { ackDeadline: 20_000, pairingCode: 160_000, pairingGrace: 20_000 },
      now: () => new Date(),
      onCode: () => void told.push('code'),
      onProblem: () => void told.push(pairing.shown()?.problem ?? '')
    })
    const browser: WABrowserDescription = ['Guichê', 'Chrome', '1.0']
    pairing.ask(sock, browser)
    const hears = async (event: string, node: object = {}) => {
      ws.emit(event, node)
      await vi.advanceTimersByTimeAsync(0)
    }
    return {
      pairing,
      told,
      browser,
      accepted: () => hears('CB:iq,type:result,link_code_companion_reg'),
      refused: () => hears('CB:iq,type:error', { content: [{ tag: 'error', attrs: { code: '429' } }] }),
      typed: () =>
        hears('CB:notification,type:link_code_companion_reg', {
          content: [{ tag: 'link_code_companion_reg', attrs: { stage: 'primary_hello' } }]
        })
    }
  }

  it('is shown when WhatsApp has taken it, and not before', async () => {
    const { pairing, told, accepted } = begin()
    await vi.advanceTimersByTimeAsync(1000)
    expect([told, pairing.shown()?.code]).toEqual([[], ''])
    await accepted()
    expect([told, pairing.shown()?.code]).toEqual([['code'], 'ABCD1234'])
  })

  it('that WhatsApp says nothing to is given up, and one that is shown is not by what comes later', async () => {
    const silent = begin()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([silent.told, silent.pairing.isWanted()]).toEqual([['no-answer'], false])
    const { told, accepted, refused } = begin()
    await accepted()
    await refused()
    expect(told).toEqual(['code'])
  })

  it('that is typed in its last moment gets time to be finished, and one that is typed early no more than it has', async () => {
    const late = begin()
    await late.accepted()
    await vi.advanceTimersByTimeAsync(159_000)
    await late.typed()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(late.told).toEqual(['code'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(late.told).toEqual(['code', 'expired'])
    const early = begin()
    await early.accepted()
    await early.typed()
    await vi.advanceTimersByTimeAsync(160_000)
    expect(early.told).toEqual(['code', 'expired'])
  })

  it('goes with its socket, and is over when the phone has taken it', async () => {
    const lost = begin()
    await lost.accepted()
    lost.pairing.socketGone()
    expect(lost.pairing.shown()).toMatchObject({ code: '', expiresAt: null, problem: 'lost' })
    const done = begin()
    await done.accepted()
    done.pairing.done()
    done.pairing.socketGone()
    await vi.advanceTimersByTimeAsync(500_000)
    expect([done.pairing.shown(), done.told, lost.told]).toEqual([null, ['code'], ['code']])
  })
})
