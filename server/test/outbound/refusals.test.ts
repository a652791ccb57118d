// Sends that WhatsApp refuses and lines that are down: the reason is shown, nothing is lost, nothing goes out twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { showConnection } from '@guiche/shared/features/inbox/connections.ts'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { cancelMessage, deleteMessage, retryMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { createTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { eventually } from '#test/eventually.ts'
import {
  conversationIn,
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'

let scene: PairedServer
let chat: Conversation

beforeAll(async () => {
  scene = await startPairedServer()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  chat = await openConversation(scene)
})
afterEach(() => lineUp())

const status = async () =>
  (await scene.admin.call(showConnection, { params: { id: scene.connection.id }, query: {} })).status
async function lineDown() {
  scene.simulator.setFaults({ upgrade: 'refuse' })
  scene.simulator.pull(scene.phone, 'drop')
  await eventually(async () => (await status()) !== 'CONNECTED', 'the line to be down')
}
async function lineUp() {
  scene.simulator.clearFaults()
  await eventually(async () => (await status()) === 'CONNECTED', 'the line to be up')
}
const onPhone = (conversation = chat) =>
  scene.simulator.sentTo(scene.phone, conversation.customer.id).filter(({ refusedWith }) => refusedWith === undefined)
const textsOnPhone = (conversation = chat) => onPhone(conversation).map(({ text }) => text)
const shown = async (id: string): Promise<Message> =>
  (await chat.history()).find((message) => message.id === id) as Message
function until(id: string, delivery: Message['delivery']) {
  return eventually(async () => {
    const message = await shown(id)
    return message.delivery === delivery ? message : null
  }, `the message to be ${delivery}`)
}
const refuse = (error: number, times = -1) =>
  scene.simulator.refuseSends({ phone: scene.phone, customer: chat.customer.id, error, times })

describe('a refusal', () => {
  test('of a locked account (463) is shown with its reason; sent again it reaches the customer once', async () => {
    const { id } = refuse(463)
    const message = await chat.say('Promoção!')
    expect(await until(message.id, 'failed')).toMatchObject({ failure: 'reach-out-locked', ack: 0 })
    scene.simulator.endRefusal(id)
    await scene.admin.call(retryMessage, { params: { messageId: message.id } })
    expect(await until(message.id, 'sent')).toMatchObject({ failure: null })
    expect(onPhone().map(({ text, deliveries }) => [text, deliveries[chat.customer.id]])).toEqual([['Promoção!', 1]])
  })

  test('that passes (479) holds the following messages back, and order stays', async () => {
    refuse(479, 1)
    const first = await chat.say('primeira')
    await chat.say('segunda')
    const third = await chat.say('terceira')
    await until(third.id, 'sent')
    expect((await shown(first.id)).delivery).toBe('sent')
    expect(textsOnPhone()).toEqual(['primeira', 'segunda', 'terceira'])
  })

  test('of one customer does not hold up another', async () => {
    refuse(479)
    const held = await chat.say('espera')
    const other = await openConversation(scene)
    const { id } = await other.say('passa')
    await other.last((message) => message.id === id && message.delivery === 'sent', 'the other message to be sent')
    expect((await shown(held.id)).delivery).toBe('waiting')
    await scene.admin.call(deleteMessage, { params: { messageId: held.id } })
  })

  test('of an upload passes, and the file goes out later', async () => {
    scene.simulator.setFaults({ uploadFailure: 500 })
    const before = scene.server.output().length
    const form = new FormData()
    form.append('medias', new Blob(['conteúdo'], { type: 'text/plain' }), 'nota.txt')
    const answer = await scene.admin.upload(`/messages/${chat.ticketId}`, form)
    const { messages } = (await answer.json()) as { messages: Message[] }
    const { id = '' } = messages[0] ?? {}
    await eventually(() => scene.server.output().slice(before).includes('not sent'), 'a try to fail')
    expect((await shown(id)).delivery).toBe('waiting')
    scene.simulator.clearFaults()
    await until(id, 'sent')
    expect(onPhone().map(({ media }) => media?.fileName)).toEqual(['nota.txt'])
  })
})

test('a number that is not on WhatsApp is said to be none when the message goes out', async () => {
  await lineDown()
  const number = '5521970001234'
  scene.simulator.createCustomer({ number, name: 'Ninguém', onWhatsApp: false })
  const contact = await scene.admin.call(createContact, { body: { name: 'Ninguém', number } })
  const ticket = await scene.admin.call(createTicket, {
    body: { contactId: contact.id, status: 'open', whatsappId: scene.connection.id }
  })
  const nobody = conversationIn(scene.admin, scene.simulator.customer(number), ticket.id)
  const { id } = await nobody.say('Alô?')
  await lineUp()
  const failed = await nobody.last((message) => message.delivery === 'failed', 'the message to fail')
  expect(failed).toMatchObject({ id, failure: 'not-on-whatsapp' })
  expect(textsOnPhone(nobody)).toEqual([])
  scene.simulator.updateCustomer(number, { onWhatsApp: true })
  await scene.admin.call(retryMessage, { params: { messageId: id } })
  await nobody.last((message) => message.delivery === 'sent', 'the message to be sent')
  expect(textsOnPhone(nobody)).toEqual(['Alô?'])
})

describe('a line that is down', () => {
  test('keeps what is written waiting, and lets it out in order when it is back', async () => {
    await lineDown()
    const written = ['um', 'dois', 'três']
    const messages: Message[] = []
    for (const body of written) messages.push(await chat.say(body))
    expect((await chat.history()).slice(-3).map(({ delivery }) => delivery)).toEqual(['waiting', 'waiting', 'waiting'])
    await lineUp()
    await until(messages.at(-1)?.id ?? '', 'sent')
    expect(textsOnPhone()).toEqual(written)
  })

  test('gives time to cancel and to delete: neither ever leaves', async () => {
    await lineDown()
    const [cancelled, deleted, kept] = [await chat.say('cancele'), await chat.say('apague'), await chat.say('mande')]
    const told = await scene.admin.call(cancelMessage, { params: { messageId: cancelled.id } })
    expect(told.delivery).toBe('cancelled')
    expect((await scene.admin.call(deleteMessage, { params: { messageId: deleted.id } })).delivery).toBe('cancelled')
    await lineUp()
    await until(kept.id, 'sent')
    expect(textsOnPhone()).toEqual(['mande'])
    expect([(await shown(cancelled.id)).delivery, (await shown(deleted.id)).delivery]).toEqual([
      'cancelled',
      'cancelled'
    ])
  })

  test('that breaks in the middle of a send repeats it under the same id: the customer reads it once', async () => {
    scene.simulator.setFaults({ dropAcks: true, holdReceipts: true }, scene.phone)
    const { id } = await chat.say('chegou?')
    await eventually(() => onPhone().length === 1, 'the message to reach the phone')
    scene.simulator.pull(scene.phone, 'drop')
    scene.simulator.clearFaults(scene.phone)
    await until(id, 'sent')
    expect(textsOnPhone()).toEqual(['chegou?'])
  })
})
