// Deletions and edits that WhatsApp refuses: the desk shows again what the customer still has, and says so.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteMessage, editMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { eventually } from '#test/eventually.ts'
import {
  listenToMessages,
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
afterEach(() => scene.simulator.clearFaults())

const refuse = (only: 'edit' | 'delete', error = 400) =>
  scene.simulator.refuseSends({ phone: scene.phone, customer: chat.customer.id, error, only })
const shown = async (id: string): Promise<Message> =>
  (await chat.history()).find((message) => message.id === id) as Message
/** On the customer's phone: its receipt is no event that comes in between. */
async function sent(body: string): Promise<Message> {
  const { id } = await chat.say(body)
  return chat.last((message) => message.id === id && message.ack >= 2, 'the message to be delivered')
}
function until(id: string, change: 'delete' | 'edit') {
  return eventually(async () => {
    const message = await shown(id)
    return message.refusedChange?.change === change ? message : null
  }, `the ${change} to be refused`)
}
const lastLine = async () => (await scene.admin.call(showTicket, { params: { id: chat.ticketId } })).lastMessage
const textsOnPhone = () => scene.simulator.sentTo(scene.phone, chat.customer.id).map(({ text }) => text)
const remove = (messageId: string) => scene.admin.call(deleteMessage, { params: { messageId } })
const edit = (messageId: string, body: string) =>
  scene.admin.call(editMessage, { params: { messageId }, body: { body } })

test('a deletion that is refused: the message comes back, everybody hears why, and it can be tried again', async () => {
  const { id } = await sent('Segredo da outra cliente')
  const heard = await listenToMessages(scene)
  const refusal = refuse('delete')
  expect(await remove(id)).toMatchObject({ isDeleted: true, body: '' })
  expect(await until(id, 'delete')).toMatchObject({
    isDeleted: false,
    body: 'Segredo da outra cliente',
    refusedChange: { code: 'ERR_DELETE_WAPP_MSG', userId: scene.admin.user.id }
  })
  expect(await lastLine()).toBe('Segredo da outra cliente')
  await eventually(() => heard.of(id).length >= 2, 'the console to hear of both')
  expect(heard.of(id).map(({ message }) => [message.isDeleted, message.body])).toEqual([
    [true, ''],
    [false, 'Segredo da outra cliente']
  ])
  heard.close()
  scene.simulator.endRefusal(refusal.id)
  expect(await remove(id)).toMatchObject({ isDeleted: true, refusedChange: null })
  await eventually(
    () => scene.simulator.sentTo(scene.phone, chat.customer.id).some((one) => one.revokedAt !== undefined),
    'the customer to lose it'
  )
})

test('an edit that is refused: the text goes back to what the customer reads', async () => {
  const { id } = await sent('Sao 10 reais')
  refuse('edit')
  expect(await edit(id, 'São 12 reais')).toMatchObject({ isEdited: true })
  expect(await until(id, 'edit')).toMatchObject({
    body: 'Sao 10 reais',
    isEdited: false,
    refusedChange: { code: 'ERR_FETCH_WAPP_MSG', userId: scene.admin.user.id }
  })
  expect(await lastLine()).toBe('Sao 10 reais')
  expect(textsOnPhone()).toEqual(['Sao 10 reais'])
})

test('of two edits in a row the first one refused, the second one taken: the second stands', async () => {
  const { id } = await sent('um')
  scene.simulator.refuseSends({ phone: scene.phone, customer: chat.customer.id, error: 400, only: 'edit', times: 1 })
  await Promise.all([edit(id, 'dois'), edit(id, 'três')])
  await eventually(
    async () => textsOnPhone().at(-1) === (await shown(id)).body && textsOnPhone().at(-1) !== 'um',
    'one edit'
  )
  expect(await shown(id)).toMatchObject({ isEdited: true })
})

test('a refusal after a restart of the server takes the mark back as well', async () => {
  const { id } = await sent('Fica com o cliente')
  scene.simulator.setFaults({ upgrade: 'refuse' })
  scene.simulator.pull(scene.phone, 'drop')
  expect(await remove(id)).toMatchObject({ isDeleted: true })
  await scene.server.kill()
  refuse('delete')
  scene.simulator.setFaults({ upgrade: 'accept' })
  await scene.server.start()
  expect(await until(id, 'delete')).toMatchObject({ isDeleted: false, body: 'Fica com o cliente' })
})
