// No reply is lost, doubled or out of order, and no tick is wrong, however often the server is killed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from 'postgres'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { eventually } from '#test/eventually.ts'
import {
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'
import { outboundSize } from './run-size.ts'

const customers = Math.min(30, outboundSize)
/** The same number to each customer. */
const replies = Math.ceil(outboundSize / customers) * customers
const kills = 4
/** How long a message is written again, in ms: four starts of a slow machine take a minute, with kills soon between them. */
const patience = 150_000

let scene: PairedServer
let chats: Conversation[]

beforeAll(async () => {
  scene = await startPairedServer()
  chats = []
  for (let index = 0; index < customers; index++) chats.push(await openConversation(scene, { receipts: 'read' }))
}, 300_000)
afterAll(() => scene.stop())

const pause = (from: number, to: number) =>
  new Promise((resolve) => setTimeout(resolve, from + Math.random() * (to - from)))

/** Own messages of a round as the desk shows them, by tick. */
async function shown(round: string): Promise<{ ack: number; delivery: string; count: number }[]> {
  const sql = postgres(scene.databaseUrl, { max: 1 })
  try {
    return await sql`
      select ack, delivery, count(*)::int as count from messages
      where from_me and body like ${`${round} %`} group by ack, delivery order by ack`
  } finally {
    await sql.end()
  }
}

/** What the customers' phones show of a round, in order. */
function arrived(round: string) {
  const { customers: byCustomer } = scene.simulator.outbound(scene.phone)
  const lists = Object.values(byCustomer).map((list) => list.filter(({ text }) => text.startsWith(`${round} `)))
  const all = lists.flat()
  const numbers = lists.map((list) => list.map(({ text }) => Number(/#(\d+)$/.exec(text)?.[1])))
  return {
    arrived: all.length,
    distinctIds: new Set(all.map(({ id }) => id)).size,
    distinctTexts: new Set(lists.flatMap((list, customer) => list.map(({ text }) => `${customer} ${text}`))).size,
    inversions: numbers.reduce((sum, list) => sum + list.filter((n, at) => n < (list[at - 1] ?? 0)).length, 0),
    copies: all.reduce((sum, { deliveries }) => sum + deliveries, 0)
  }
}

/** Writes as a console does: one message of a conversation after the other, again under the same id until it is taken. */
async function writeAll(round: string): Promise<void> {
  const write = async ({ ticketId }: Conversation) => {
    for (let n = 1; n <= replies / customers; n++) {
      const body = { body: `${round} #${n}`, clientId: `${round}-${ticketId}-${n}` }
      await eventually(() => scene.admin.call(sendMessage, { params: { ticketId }, body }), `${round} #${n}`, patience)
      await pause(0, 600)
    }
  }
  await Promise.all(chats.map(write))
}

const exact = { arrived: replies, distinctIds: replies, distinctTexts: replies, inversions: 0 }

test(
  `${replies} replies to ${customers} customers survive four kills of the server`,
  { timeout: 600_000 },
  async () => {
    const writing = writeAll('resposta')
    for (let index = 0; index < kills; index++) {
      await pause(500, 1_500)
      await scene.server.kill()
      await scene.server.start()
    }
    await writing
    const isSent = async () => (await shown('resposta')).every(({ delivery }) => delivery === 'sent')
    await eventually(
      async () => arrived('resposta').arrived >= replies && isSent(),
      'every reply to arrive',
      60_000
    ).catch(() => undefined)
    const figures = { ...arrived('resposta'), shown: await shown('resposta') }
    console.info(`kill -9 x ${kills} while ${replies} replies go out:`, JSON.stringify(figures))
    expect(figures).toMatchObject(exact)
    await eventually(async () => (await shown('resposta')).every(({ ack }) => ack === 4), 'blue ticks on all', 60_000)
    expect(await shown('resposta')).toEqual([{ ack: 4, delivery: 'sent', count: replies }])
  }
)

test(
  'receipts that pile up while the server is dead put the ticks right afterwards',
  { timeout: 600_000 },
  async () => {
    scene.simulator.setFaults({ holdReceipts: true })
    await writeAll('recibo')
    await eventually(async () => (await shown('recibo')).every(({ ack }) => ack === 1), 'first ticks on all', 60_000)
    await scene.server.kill()
    scene.simulator.clearFaults()
    await scene.server.start()
    const begun = Date.now()
    await eventually(
      async () => (await shown('recibo')).every(({ ack }) => ack === 4),
      'blue ticks on all',
      60_000
    ).catch(() => undefined)
    const ticks = await shown('recibo')
    console.info(
      `receipts of ${replies} messages during a kill:`,
      JSON.stringify(ticks),
      `${Date.now() - begun} ms after the start`
    )
    expect(ticks).toEqual([{ ack: 4, delivery: 'sent', count: replies }])
  }
)
