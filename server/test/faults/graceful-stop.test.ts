// The server is told to stop in the middle of its work: it finishes what it took, ends in time, and nothing is lost.
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { Refusal } from '#test/server/test-client.ts'
import { eventually } from '#test/eventually.ts'
import {
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'

/** Milliseconds a stop may take, on a machine that runs three such servers at once. */
const longest = 25_000
const customers = 5

let scene: PairedServer
let chats: Conversation[]

beforeAll(async () => {
  scene = await startPairedServer()
  chats = []
  for (let n = 0; n < customers; n++) chats.push(await openConversation(scene, { receipts: 'delivered' }))
}, 120_000)
afterAll(() => scene.stop())
afterEach(async () => {
  scene.simulator.clearFaults()
  if (scene.server.pid() === undefined) await scene.server.start()
})

async function stop() {
  const begun = Date.now()
  const code = await scene.server.stop()
  return { code, ms: Date.now() - begun }
}

/** Writes as a console does: again under the same id until it is taken. */
async function write({ ticketId }: Conversation, body: string): Promise<Message> {
  const input = { params: { ticketId }, body: { body, clientId: `${ticketId}-${body}` } }
  const { messages } = await eventually(
    () =>
      scene.admin.call(sendMessage, input).catch((error: unknown) => {
        // While the server is away the line is refused; an answer has to be a proper one.
        if (error instanceof Refusal) expect([503]).toContain(error.status)
        return null
      }),
    `${body} to be taken`,
    60_000
  )
  return messages[0] as Message
}

/** Questions of customers as they are stored. */
async function countQuestions() {
  const sql = postgres(scene.databaseUrl, { max: 1 })
  try {
    return await sql<{ count: number; distinct: number }[]>`
      select count(*)::int as count, count(distinct body)::int as "distinct" from messages
      where not from_me and body like 'pergunta #%' group by contact_id`
  } finally {
    await sql.end()
  }
}

function onPhone({ customer }: Conversation, word: string) {
  return scene.simulator
    .sentTo(scene.phone, customer.id)
    .map(({ text }) => text ?? '')
    .filter((text) => text.startsWith(word))
}

describe('a server that is told to stop', { timeout: 180_000 }, () => {
  test('while it sends and receives ends in time with 0, and everything is there once afterwards', async () => {
    const socket = await scene.admin.socket()
    const disconnected = new Promise<void>((resolve) => void socket.once('disconnect', () => resolve()))
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    const replies = Promise.all(
      chats.map(async (chat) => {
        for (const n of numbers) await write(chat, `resposta #${n}`)
      })
    )
    const questions = Promise.all(
      chats.map(async ({ customer }) => {
        for (const n of numbers) {
          await scene.simulator.send(scene.phone, customer.id, { type: 'text', text: `pergunta #${n}` })
        }
      })
    )
    await eventually(() => chats.some((chat) => onPhone(chat, 'resposta').length > 2), 'the work to be under way')
    const { code, ms } = await stop()
    console.info(`stopped in the middle of work: code ${code} after ${ms} ms`)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(longest)
    await disconnected
    socket.disconnect()
    await scene.server.start()
    await Promise.all([replies, questions])
    for (const chat of chats) {
      const wanted = (word: string) => numbers.map((n) => `${word} #${n}`)
      await eventually(() => onPhone(chat, 'resposta').length >= numbers.length, 'the replies to arrive', 60_000)
      expect(onPhone(chat, 'resposta')).toEqual(wanted('resposta'))
    }
    await eventually(
      async () => (await countQuestions()).every(({ distinct }) => distinct === numbers.length),
      'every question to be stored'
    )
    const each = { count: numbers.length, distinct: numbers.length }
    expect(await countQuestions()).toEqual(Array.from({ length: customers }, () => each))
  })

  test('while WhatsApp does not acknowledge what was sent ends in time, and the customer reads it once', async () => {
    const [chat] = chats as [Conversation]
    scene.simulator.setFaults({ dropAcks: true, holdReceipts: true }, scene.phone)
    await write(chat, 'sem recibo')
    await eventually(() => onPhone(chat, 'sem recibo').length === 1, 'the message to leave')
    const { code, ms } = await stop()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(longest)
    scene.simulator.clearFaults(scene.phone)
    await scene.server.start()
    await chat.last((message) => message.body === 'sem recibo' && message.delivery === 'sent', 'it to be sent', 60_000)
    expect(onPhone(chat, 'sem recibo')).toEqual(['sem recibo'])
  })

  test('while WhatsApp is deaf, or the line is away, ends in time', async () => {
    scene.simulator.setFaults({ deaf: true }, scene.phone)
    const deaf = await stop()
    expect(deaf.code).toBe(0)
    expect(deaf.ms).toBeLessThan(longest)
    scene.simulator.setFaults({ upgrade: 'silent' })
    await scene.server.start()
    const away = await stop()
    expect(away.code).toBe(0)
    expect(away.ms).toBeLessThan(longest)
  })

  test('twice ends at once', async () => {
    // A database that says nothing holds up a stop.
    await scene.databaseWire.freeze()
    const pid = scene.server.pid() as number
    const ended = scene.server.stop()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const begun = Date.now()
    process.kill(pid, 'SIGTERM')
    await ended
    expect(Date.now() - begun).toBeLessThan(1_500)
    await scene.databaseWire.restore()
  })
})
