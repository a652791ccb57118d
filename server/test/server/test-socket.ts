// A console's socket in a test: what it heard, in order, and a way to know that it has heard everything.
import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { contractField, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import type { TestApp } from './build-test-app.ts'

interface Heard {
  name: string
  payload: unknown
}

export interface TestSocket {
  heard: Heard[]
  /** Payloads of one event, oldest first. */
  of<E extends WireEvent>(event: E): ReceivedPayload<E>[]
  /** Tells the server something. */
  say(name: string, ...args: unknown[]): void
  /** Resolves when everything sent until now has arrived here. */
  settle(): Promise<void>
  /** Resolves with the reason when the server closed it. */
  closed: Promise<string>
  isOpen(): boolean
  /** Leaves; resolves when the server has noticed. */
  close(): Promise<void>
}

interface Who {
  token: string
  id: number
  companyId: number
}

/** Our console reads the contract; older clients hand over their token in `auth` or in the query, and nothing else. */
type Speaks = 'contract' | 'auth' | 'query'

const barrier = 'test barrier'

/** Connects and waits until the server is ready for it. Errors: the code the server refuses it with. */
export async function connectSocket(
  test: TestApp,
  { token, id, companyId }: Who,
  speaks: Speaks = 'contract'
): Promise<TestSocket> {
  const handshake =
    speaks === 'contract' ? { auth: { token, [contractField]: contractVersion } } : { [speaks]: { token } }
  const socket = io(test.url, { transports: ['websocket'], ...handshake, reconnection: false, forceNew: true })
  const heard: Heard[] = []
  const waiting = new Map<string, () => void>()
  socket.onAny((name: string, payload: unknown) => {
    if (name === barrier) waiting.get((payload as { id: string }).id)?.()
    else if (name !== 'ready') heard.push({ name, payload })
  })
  const closed = new Promise<string>((done) => socket.on('disconnect', (reason) => done(reason)))
  await new Promise<void>((done, fail) => {
    socket.once('ready', done)
    // Closed by the server before that.
    socket.once('disconnect', () => done())
    socket.once('connect_error', fail)
  })
  return {
    heard,
    of: (event) => heard.filter(({ name }) => name === event.channel(companyId)).map(({ payload }) => payload as never),
    say: (name, ...args) => void socket.emit(name, ...args),
    settle: async () => {
      const mark = randomUUID()
      const arrived = new Promise<void>((done) => waiting.set(mark, done))
      test.ctx.realtime.publish({
        companyId,
        rooms: [roomOf.user(companyId, id)],
        name: barrier,
        payload: { id: mark }
      })
      await Promise.race([arrived, closed])
    },
    closed,
    isOpen: () => socket.connected,
    close: async () => {
      const { id: socketId } = socket
      socket.close()
      while ((await test.app.realtime.io.fetchSockets()).some((one) => one.id === socketId)) {
        await new Promise((next) => setImmediate(next))
      }
    }
  }
}
