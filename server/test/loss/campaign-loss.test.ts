// A campaign writes to everybody once, though the server is killed again and again, and it is stopped and goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from 'postgres'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { eventually } from '#test/eventually.ts'
import { startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'
import { campaignKills, campaignSize } from './run-size.ts'

/** Milliseconds a piece of the campaign may take, on a slow machine. */
const patience = 120_000 + campaignSize * 500

let scene: PairedServer
let sql: postgres.Sql

beforeAll(async () => {
  scene = await startPairedServer()
  sql = postgres(scene.databaseUrl, { max: 1 })
}, 300_000)
afterAll(async () => {
  await sql.end()
  await scene.stop()
})

/** A campaign for so many people who are on WhatsApp; it has not begun. */
async function makeCampaign(name: string, area: string, count: number): Promise<number> {
  const { admin, simulator, connection } = scene
  const { companyId } = admin.user
  const numbers = Array.from({ length: count }, (_, n) => `55${area}9${80_000_000 + n}`)
  for (const [n, number] of numbers.entries()) {
    simulator.createCustomer({ number, name: `${name} ${n}` })
    // The wire to the database runs in this process: thousands of phones at once would look like a line that is cut.
    if (n % 20 === 0) await new Promise(setImmediate)
  }
  const [list] = await sql`
    insert into contact_lists (company_id, name, contacts_count) values (${companyId}, ${name}, ${count}) returning id`
  const contactListId = Number(list?.['id'])
  await sql`
    insert into contact_list_items (company_id, contact_list_id, name, number, number_key, checked_at, is_whatsapp_valid)
    select ${companyId}, ${contactListId}, ${name} || ' ' || n, number, number, now(), true
    from unnest(${numbers}::text[]) with ordinality as p (number, n)`
  const body = { name, message1: `${name}: olá, {numero}!`, contactListId, whatsappId: connection.id }
  return (await admin.call(contract.createCampaign, { body })).id
}

/** What the customers' phones show of a campaign. */
function arrived(name: string) {
  const { customers } = scene.simulator.outbound(scene.phone)
  const texts = Object.values(customers).flatMap((list) =>
    list.filter(({ text }) => text.startsWith(`${name}:`)).map(({ text }) => text)
  )
  return { total: texts.length, people: new Set(texts).size }
}

/** A look at thousands of rows, a few times a second. */
function slowly(is: () => boolean | Promise<boolean>) {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return is()
  }
}

async function standing(id: number) {
  const [row] = await sql`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where delivered_at is not null)::int as delivered
    from campaign_recipients where campaign_id = ${id}`
  return row as unknown as Record<'waiting' | 'sent' | 'failed' | 'delivered', number>
}

/** Seconds between two messages and the next, in their order. */
async function gapsOf(id: number): Promise<number[]> {
  const rows = await sql`select sent_at from campaign_recipients where campaign_id = ${id} order by sent_at`
  const moments = rows.map((row) => (row['sent_at'] as Date).getTime())
  return moments.slice(1).map((moment, index) => (moment - (moments[index] ?? 0)) / 1000)
}

async function killAndStart(): Promise<void> {
  await scene.server.kill()
  await scene.server.start()
}

test(
  `a campaign to ${campaignSize} people survives ${campaignKills} kills of the server, and a stop between them`,
  { timeout: patience * 4 },
  async () => {
    const { admin } = scene
    const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
    await admin.call(contract.saveCampaignSettings, { body: { settings } })
    const id = await makeCampaign('Oferta', '21', campaignSize)
    const params = { id }
    const begun = Date.now()
    await admin.call(contract.startCampaign, { params })
    for (let kill = 0; kill < campaignKills; kill++) {
      const goal = Math.floor((campaignSize * (kill + 1)) / (campaignKills + 2))
      await eventually(
        slowly(async () => (await standing(id)).sent >= goal),
        `${goal} messages`,
        patience
      )
      const { sent, delivered } = await standing(id)
      console.info(`kill ${kill + 1} after ${sent} written, ${delivered} delivered`)
      await killAndStart()
      if (kill !== Math.floor(campaignKills / 2)) continue
      // Stopped, it writes nothing further, also not after a start.
      await admin.call(contract.cancelCampaign, { params })
      const isQuiet = async () => {
        const now = await standing(id)
        return now.sent === now.delivered
      }
      await eventually(slowly(isQuiet), 'what was handed over to go out', patience)
      const before = await standing(id)
      expect(before.waiting).toBeGreaterThan(0)
      await killAndStart()
      const { status } = await admin.call(contract.showCampaign, { params })
      expect({ status, ...(await standing(id)) }).toEqual({ status: 'CANCELADA', ...before })
      await admin.call(contract.restartCampaign, { params })
    }
    const isOver = async () => (await standing(id)).delivered === campaignSize
    await eventually(slowly(isOver), 'everybody to be written to', patience).catch(() => undefined)
    const isFinished = async () => (await admin.call(contract.showCampaign, { params })).status === 'FINALIZADA'
    await eventually(slowly(isFinished), 'the campaign to be over', patience)
    const figures = await standing(id)
    const seconds = Math.round((Date.now() - begun) / 1000)
    const gaps = (await gapsOf(id)).toSorted((a, b) => a - b)
    const longest = gaps.slice(-campaignKills - 1)
    console.info(
      `kill -9 x ${campaignKills + 1}, ${seconds} s:`,
      JSON.stringify({ ...arrived('Oferta'), ...figures, median: gaps[gaps.length >> 1], longest })
    )
    expect(arrived('Oferta')).toEqual({ total: campaignSize, people: campaignSize })
    expect(figures).toEqual({ sent: campaignSize, delivered: campaignSize, failed: 0, waiting: 0 })
  }
)

test('pauses between messages last across a kill', { timeout: 600_000 }, async () => {
  const { admin } = scene
  const settings = { messageInterval: 5, longerIntervalAfter: 0, greaterInterval: 0 }
  await admin.call(contract.saveCampaignSettings, { body: { settings } })
  const id = await makeCampaign('Calma', '31', 4)
  await admin.call(contract.startCampaign, { params: { id } })
  await eventually(async () => arrived('Calma').total >= 2, 'two messages', 90_000)
  await killAndStart()
  await eventually(async () => arrived('Calma').total >= 4, 'four messages', 150_000)
  const gaps = await gapsOf(id)
  console.info('seconds between messages:', JSON.stringify(gaps))
  // Give or take a half, as the settings say; a bell that a kill took is rung again within the minute.
  expect(gaps).toHaveLength(3)
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2.5)
  expect(Math.min(...gaps)).toBeLessThan(10)
  expect(arrived('Calma')).toEqual({ total: 4, people: 4 })
})
