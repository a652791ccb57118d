// Scheduled messages reach the customer once, though the server is killed again and again while they are due.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { createSchedule, listSchedules } from '@guiche/shared/features/outreach/schedules.ts'
import { eventually } from '#test/eventually.ts'
import { openConversation, startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'

const customers = 5
/** To each customer. */
const messages = 6
const kills = 4
/** Milliseconds in which they are all due. */
const stretch = 12_000

let scene: PairedServer
beforeAll(async () => {
  scene = await startPairedServer()
}, 300_000)
afterAll(() => scene.stop())

function arrived(): string[] {
  const { customers: byCustomer } = scene.simulator.outbound(scene.phone)
  const texts = Object.values(byCustomer).flatMap((list) => list.map(({ text }) => text))
  return texts.filter((text) => text.startsWith('Lembrete')).toSorted()
}

test('thirty messages of one stretch survive four kills of the server', { timeout: 600_000 }, async () => {
  const { admin, server } = scene
  const texts: string[] = []
  for (let customer = 0; customer < customers; customer++) {
    const { ticketId } = await openConversation(scene)
    const { contactId } = await admin.call(showTicket, { params: { id: ticketId } })
    for (let n = 0; n < messages; n++) {
      const sendAt = new Date(Date.now() + 1_000 + Math.random() * stretch).toISOString()
      const body = `Lembrete ${customer}-${n}`
      texts.push(body)
      await admin.call(createSchedule, { body: { body, contactId, sendAt } })
    }
  }
  for (let index = 0; index < kills; index++) {
    // Whenever some more have gone out; none may be due for a while.
    const before = arrived().length
    await eventually(async () => arrived().length > before || before === texts.length, 'more of them', 90_000)
    await server.kill()
    await server.start()
  }
  await eventually(async () => arrived().length >= texts.length, 'all of them', 150_000)
  expect(arrived()).toEqual(texts.toSorted())
  const isSent = async () => {
    const { schedules } = await admin.call(listSchedules, { query: {} })
    return schedules.length === texts.length && schedules.every(({ status }) => status === 'ENVIADA')
  }
  await eventually(isSent, 'all of them shown as sent', 30_000)
})
