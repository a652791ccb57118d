// The database is gone for a while: calls are refused at once and in words, consoles stay connected, nothing is lost.
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showConnection } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import type { Socket } from 'socket.io-client'
import { Refusal } from '#test/server/test-client.ts'
import { eventually } from '#test/eventually.ts'
import {
  listenToMessages,
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'

/** Milliseconds the database is away. */
const outage = 14_000
/** Milliseconds in which a refusal must come, on a busy machine too: well before the database is back. */
const prompt = 12_000
/** Messages customers write meanwhile. */
const written = 5

let scene: PairedServer
let chat: Conversation
let socket: Socket
let ear: Awaited<ReturnType<typeof listenToMessages>>
const disconnects: string[] = []

beforeAll(async () => {
  scene = await startPairedServer()
  chat = await openConversation(scene, { receipts: 'read' })
  socket = await scene.admin.socket()
  socket.on('disconnect', (reason) => disconnects.push(reason))
  ear = await listenToMessages(scene)
})
afterAll(async () => {
  ear.close()
  socket.disconnect()
  await scene.stop()
})

const probe = async (path: string) => (await fetch(`${scene.server.url}${path}`)).status
async function timed(work: () => Promise<unknown>): Promise<{ answer: string; ms: number }> {
  const begun = Date.now()
  const answer = await work().then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof Refusal) return `${error.status} ${error.body.error}`
      throw error
    }
  )
  return { answer, ms: Date.now() - begun }
}

/** What consoles ask for all the time, all at once. */
function askAll(text: string) {
  const { ticketId } = chat
  const calls = [
    () => scene.admin.call(listTickets, { query: { status: 'open' } }),
    () => scene.admin.call(listMessages, { params: { ticketId }, query: {} }),
    () => scene.admin.call(sendMessage, { params: { ticketId }, body: { body: text, clientId: text } })
  ]
  return Promise.all(calls.map(timed))
}

/** Takes the database away while calls are under way, and asks on until it is back. */
async function spendOutage(text: string, takeAway: () => Promise<void>) {
  const answers = new Set<string>()
  let slowest = 0
  const note = (all: Awaited<ReturnType<typeof askAll>>) => {
    slowest = Math.max(slowest, ...all.map(({ ms }) => ms))
    return all.map(({ answer }) => answer)
  }
  const interrupted = askAll(`${text} antes`)
  const until = Date.now() + outage
  await takeAway()
  note(await interrupted)
  for (let customers = 0; Date.now() < until;) {
    for (const answer of note(await askAll(text))) answers.add(answer)
    answers.add(`ready ${await probe('/ready')}`).add(`health ${await probe('/health')}`)
    if (customers < written) {
      await scene.simulator.send(scene.phone, chat.customer.id, { type: 'text', text: `${text} #${++customers}` })
    }
  }
  await scene.databaseWire.restore()
  console.info(`${text}:`, JSON.stringify({ answers: [...answers], slowest }))
  return { answers: [...answers].toSorted(), slowest }
}

const refused = ['503 ERR_DATABASE_UNAVAILABLE', 'health 200', 'ready 503']

/** Everything of an outage is there: once, in order, on the desk, on the phone and in the ears of consoles. */
async function expectNothingLost(text: string) {
  await eventually(async () => (await probe('/ready')) === 200, 'the server to be ready again')
  // The console sends again what was refused, under the same id.
  const { messages } = await scene.admin.call(sendMessage, {
    params: { ticketId: chat.ticketId },
    body: { body: text, clientId: text }
  })
  const { id } = messages[0] as Message
  const theirs = Array.from({ length: written }, (_, index) => `${text} #${index + 1}`)
  const isTheirs = ({ body, fromMe }: Message) => !fromMe && body.startsWith(`${text} #`)
  const history = await eventually(async () => {
    const all = await chat.history()
    const isSettled = all.find((message) => message.id === id)?.ack === 4 && all.filter(isTheirs).length === written
    return isSettled ? all : null
  }, 'everything to be there')
  expect(history.filter(isTheirs).map(({ body }) => body)).toEqual(theirs)
  expect(history.filter(({ body, fromMe }) => fromMe && body === text)).toHaveLength(1)
  const onPhone = scene.simulator.sentTo(scene.phone, chat.customer.id)
  expect(onPhone.filter((message) => message.text === text)).toHaveLength(1)
  const heard = () => new Set(ear.told.map(({ message }) => message.body).filter((body) => body.startsWith(text)))
  await eventually(() => heard().size === written + 1, 'consoles to hear everything')
  expect(heard()).toEqual(new Set([text, ...theirs]))
  const { status } = await scene.admin.call(showConnection, { params: { id: scene.connection.id }, query: {} })
  expect(status).toBe('CONNECTED')
  expect(disconnects).toEqual([])
}

describe('while the database', { timeout: 180_000 }, () => {
  test('refuses lines, calls are refused at once, and afterwards everything is there', async () => {
    const { answers, slowest } = await spendOutage('recusa', () => scene.databaseWire.cut())
    expect(answers).toEqual(refused)
    expect(slowest).toBeLessThan(prompt)
    await expectNothingLost('recusa')
  })

  test('takes lines and says nothing, calls are refused in time, and afterwards everything is there', async () => {
    const { answers, slowest } = await spendOutage('silêncio', () => scene.databaseWire.freeze())
    expect(answers).toEqual(refused)
    expect(slowest).toBeLessThan(prompt)
    await expectNothingLost('silêncio')
  })

  test('is started anew, work under way is refused or done, and the next call is answered', async () => {
    const sql = postgres(scene.databaseUrl, { max: 1 })
    const interrupted = Promise.all(Array.from({ length: 10 }, () => askAll('reinício')))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await sql.end()
    for (const { answer, ms } of (await interrupted).flat()) {
      expect(['answered', '503 ERR_DATABASE_UNAVAILABLE']).toContain(answer)
      expect(ms).toBeLessThan(prompt)
    }
    await eventually(async () => (await askAll('reinício')).every(({ answer }) => answer === 'answered'), 'answers')
    for (let n = 1; n <= written; n++) {
      await scene.simulator.send(scene.phone, chat.customer.id, { type: 'text', text: `reinício #${n}` })
    }
    await expectNothingLost('reinício')
  })
})
