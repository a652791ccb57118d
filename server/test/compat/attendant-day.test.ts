// A day of an attendant with AtendeChat's console, as its screens make it: the calls in their order, and what is read of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import {
  boardQueues,
  formWith,
  isLetIn,
  listOf,
  olderClient,
  pixel,
  unreadsOf,
  type OlderClient
} from './older-client.ts'

let app: TestApp
let company: Company
let queueId: number
let person: Person
let colleague: Person
let client: OlderClient

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  queueId = (await makeQueue(company)).id
  person = await makeUser(company, { queueIds: [queueId], name: 'Bia Souza' })
  colleague = await makeUser(company, { queueIds: [queueId], name: 'Caio Lima' })
})
afterAll(() => app.close())

const waitingTicket = async () => makeTicket(company, { queueId, connectionId: (await makeConnectionRow(company)).id })

async function signedIn() {
  client = olderClient(app, person.email, person.password)
  const reply = await client.login()
  expect(isLetIn(reply, app.clock.now())).toBe(true)
  expect(boardQueues(reply.user)).toEqual([queueId])
  expect(reply.user.company).toMatchObject({ id: company.id, name: company.name, schedules: [] })
  expect(reply.user.company.settings.find((one: { key: string }) => one.key === 'campaignsEnabled')).toMatchObject({
    id: expect.any(Number),
    companyId: company.id,
    value: 'false'
  })
}

test('conversations: lists, accept, greet, send, delete, tags, transfer, resolve', async () => {
  const { id, uuid } = await waitingTicket()
  await signedIn()
  await client.refresh()
  const { companyId } = client.user()
  const socket = await client.listen([['joinTickets', 'pending'], ['joinTickets', 'open'], ['joinNotification']])
  const ticketsHeard = () => client.heard(socket, `company-${companyId}-ticket`)
  const lists = { pageNumber: 1, queueIds: JSON.stringify([queueId]), tags: '[]', users: '[]', searchParam: '' }
  await client.call('GET', '/version')
  const pending = await client.call('GET', '/tickets', { query: { ...lists, status: 'pending', showAll: false } })
  const open = await client.call('GET', '/tickets', { query: { ...lists, status: 'open', showAll: false } })
  await client.call('GET', '/tickets', { query: { withUnreadMessages: 'true' } })
  expect(listOf(pending.tickets, 'pending', [])).toContain(id)
  expect(pending.tickets[0]).toMatchObject({
    contact: { name: expect.any(String) },
    whatsapp: { name: expect.any(String) }
  })

  await client.call('PUT', `/tickets/${id}`, { body: { status: 'open', userId: client.user().id } })
  const settings = await client.call('GET', '/settings/')
  expect(settings.find((one: { key: string }) => one.key === 'sendGreetingAccepted').value).toBe('disabled')
  expect(listOf(pending.tickets, 'pending', await ticketsHeard())).not.toContain(id)
  expect(listOf(open.tickets, 'open', await ticketsHeard())).toContain(id)

  await client.call('GET', `/tickets/u/${uuid}`)
  await client.call('GET', `/messages/${id}`, { query: { pageNumber: 1 } })
  socket.say('joinChatBox', String(id))
  const text = { read: 1, fromMe: true, mediaUrl: '', body: '*Bia Souza:*\nOlá', quotedMsg: null }
  await client.call('POST', `/messages/${id}`, { body: text })
  const messages = await client.heard(socket, `company-${companyId}-appMessage`)
  expect(messages.at(-1)).toMatchObject({ action: 'create', message: { ticketId: id, fromMe: true }, ticket: { id } })
  const pasted = formWith('medias', 'image.png', pixel, [
    ['fromMe', 'true'],
    ['body', 'image.png']
  ])
  await client.call('POST', `/messages/${id}`, { form: pasted })
  const [, picture] = (await client.call('GET', `/messages/${id}`)).messages
  expect(picture).toMatchObject({ mediaType: 'image', body: '' })
  await client.call('DELETE', `/messages/${picture.id}`)
  const changed = (await client.heard(socket, `company-${companyId}-appMessage`)).findLast(
    ({ action }: { action: string }) => action === 'update'
  )
  expect(changed.message).toMatchObject({ id: picture.id, isDeleted: true })
  expect((await client.call('GET', `/messages/${id}`)).messages[1]).toMatchObject({ isDeleted: true })

  const tag = await client.call('POST', '/tags', { body: { name: 'Urgente', color: '#ff0000' } })
  expect(tag).toMatchObject({ createdAt: expect.any(String), updatedAt: expect.any(String), companyId })
  await client.call('GET', '/tags/list')
  await client.call('POST', '/tags/sync', { body: { ticketId: id, tags: [tag] } })
  await client.call('POST', '/ticket-notes', { body: { note: 'Prefere sem açúcar', ticketId: id, contactId: '' } })

  const other = await waitingTicket()
  await client.call('PUT', `/tickets/${other.id}`, { body: { status: 'open', userId: client.user().id } })
  await client.call('GET', '/users/list')
  const transfer = { userId: colleague.id, queueId: null, status: 'open', whatsappId: '' }
  await client.call('PUT', `/tickets/${other.id}`, { body: transfer })
  await client.call('PUT', `/tickets/${id}`, {
    body: { status: 'closed', userId: client.user().id, useIntegration: false, promptId: false, integrationId: false }
  })
  expect(listOf(open.tickets, 'open', await ticketsHeard())).not.toContain(id)
  expect(await client.call('GET', `/tickets/${id}`)).toMatchObject({ status: 'closed', promptId: null })
  await client.call('DELETE', '/auth/logout')
})

test('the board, which reads queues from the joining rows, with tickets on its columns', async () => {
  const { id } = await waitingTicket()
  await signedIn()
  const column = await client.call('POST', '/tags', { body: { name: 'Em produção', color: '#00ff00', kanban: 1 } })
  const { lista } = await client.call('GET', '/tags/kanban')
  expect(lista).toMatchObject([{ id: column.id, createdAt: expect.any(String) }])
  const query = { queueIds: JSON.stringify(boardQueues(client.user())), showAll: false }
  const before = (await client.call('GET', '/ticket/kanban', { query })).tickets
  expect(before.find((ticket: { id: number }) => ticket.id === id)).toMatchObject({ tags: [] })
  await client.call('DELETE', `/ticket-tags/${id}`)
  await client.call('PUT', `/ticket-tags/${id}/${column.id}`)
  const after = (await client.call('GET', '/ticket/kanban', { query })).tickets
  expect(after.find((ticket: { id: number }) => ticket.id === id).tags).toMatchObject([{ id: column.id }])
  // An event about oneself takes the place of the person of the login.
  const socket = await client.listen()
  await client.call('PUT', `/users/${client.user().id}`, { body: { name: 'Bia S.', password: '', whatsappId: false } })
  const own = (await client.heard(socket, `company-${client.user().companyId}-user`)).at(-1)
  expect(boardQueues(own.user)).toEqual([queueId])
  expect(own.user.company).toMatchObject({ name: company.name, dueDate: expect.any(String) })
})

test('internal chat: a message says who is to hear a sound, a chat who is in it', async () => {
  await signedIn()
  const socket = await client.listen()
  const { id, companyId } = client.user()
  const other = olderClient(app, colleague.email, colleague.password)
  await other.login()
  await client.call('GET', '/users/list')
  const chat = await other.call('POST', '/chats', { body: { title: 'Equipe', users: [{ id, name: 'Bia' }] } })
  expect(chat.owner).toMatchObject({ id: colleague.id, name: colleague.name })
  const [created] = await client.heard(socket, `company-${companyId}-chat-user-${id}`)
  expect(created).toMatchObject({ action: 'create', record: { id: chat.id, owner: { id: colleague.id } } })
  await other.call('POST', `/chats/${chat.id}/messages`, { body: { message: 'Bom dia' } })
  const told = (await client.heard(socket, `company-${companyId}-chat`)).at(-1)
  expect(told.newMessage.chat.users.map((member: { userId: number }) => member.userId)).toContain(id)
  expect(unreadsOf(told.chat, id)).toBe(1)
  expect(await client.heard(socket, `company-${companyId}-chat-${chat.id}`)).toMatchObject([
    { newMessage: { message: 'Bom dia' } }
  ])
  const { records } = await client.call('GET', '/chats/', { query: { searchParam: '', pageNumber: 1 } })
  expect(records[0].users.map((member: { user: { name: string } }) => member.user.name)).toContain(colleague.name)
  expect(unreadsOf(records[0], id)).toBe(1)
  await client.call('POST', `/chats/${chat.id}/read`, { body: { userId: id } })
  const read = (await client.heard(socket, `company-${companyId}-chat-${chat.id}`)).at(-1)
  expect([read.action, unreadsOf(read.chat, id)]).toEqual(['update', 0])
  await client.call('GET', `/chats/${chat.id}/messages`, { query: { pageNumber: 1 } })
  await other.call('DELETE', `/chats/${chat.id}`)
  expect((await client.heard(socket, `company-${companyId}-chat`)).at(-1)).toMatchObject({
    action: 'delete',
    id: chat.id
  })
})
