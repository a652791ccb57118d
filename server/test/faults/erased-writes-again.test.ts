// Somebody who was erased, with the keys of their devices, writes again: nothing is lost, and they are read as somebody new.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { eventually } from '#test/eventually.ts'
import { openConversation, startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'

let scene: PairedServer
beforeAll(async () => {
  scene = await startPairedServer()
})
afterAll(() => scene.stop())

async function keysOf(number: string) {
  const sql = postgres(scene.databaseUrl, { max: 1 })
  const rows = await sql`select id from whatsapp_keys where id like ${`%${number}%`}`
  await sql.end()
  return rows.length
}

test.each([
  ['while the session runs on', false],
  ['after the server was killed, which forgets the keys that it held', true]
])('%s', async (_when, isKilled) => {
  const { admin, simulator, phone } = scene
  const chat = await openConversation(scene, { addressing: 'pn' })
  await chat.say('Bom dia!')
  await eventually(() => simulator.sentTo(phone, chat.customer.id).length === 1, 'the answer to arrive')
  expect(await keysOf(chat.customer.number)).toBeGreaterThan(0)
  const { contactId } = await admin.call(showTicket, { params: { id: chat.ticketId } })
  await admin.call(deleteContact, { params: { id: contactId } })
  expect(await keysOf(chat.customer.number)).toBe(0)
  if (isKilled) {
    await scene.server.kill()
    await scene.server.start()
  }
  await simulator.send(phone, chat.customer.id, { type: 'text', text: 'voltei' })
  const ticket = await eventually(async () => {
    const { tickets } = await admin.call(listTickets, { query: { showAll: 'true', searchParam: chat.customer.name } })
    return tickets.find(({ lastMessage }) => lastMessage === 'voltei')
  }, 'the message to arrive')
  expect(ticket.contactId).not.toBe(contactId)
  const { messages } = await admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })
  expect(messages.map(({ body }) => body)).toEqual(['voltei'])
})
