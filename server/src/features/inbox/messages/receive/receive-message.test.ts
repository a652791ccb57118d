// What the desk makes of customers' messages: contacts, tickets, order, counters, and what people hear of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMessages, messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listTickets, ticketEvent, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import type { ConnectionRef, InboundMessage, Party } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { receiveMessages } from './receive-message.ts'

let test_: TestApp
let company: Company
let ref: ConnectionRef

beforeAll(async () => {
  test_ = await buildTestApp()
})
afterAll(() => test_.close())
beforeEach(async () => {
  company = await makeCompany(test_)
  ;({ ref } = await makeConnection(company))
})

const receive = (...batch: InboundMessage[]) => receiveMessages(test_.ctx, ref, batch)
const tickets = async (): Promise<Ticket[]> =>
  (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body.tickets
const contacts = async () => (await company.admin.call(listContacts, { query: {} })).body.contacts
const history = async (ticketId: number) =>
  (await company.admin.call(listMessages, { params: { ticketId }, query: {} })).body.messages
async function onlyTicket(): Promise<Ticket> {
  const all = await tickets()
  expect(all).toHaveLength(1)
  return all[0] as Ticket
}

describe('a first message', () => {
  test('makes a contact and a waiting ticket, and counts as unread', async () => {
    const ana = newCustomer()
    await receive(inbound(ana, 'Bom dia'))
    const ticket = await onlyTicket()
    expect(ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      lastMessage: 'Bom dia',
      userId: null,
      queueId: null
    })
    expect(ticket.contact).toMatchObject({ name: ana.name, number: ana.number })
    expect(await history(ticket.id)).toMatchObject([
      { body: 'Bom dia', fromMe: false, mediaType: 'chat', delivery: 'received' }
    ])
  })

  test('goes into the queue of a connection that serves one alone', async () => {
    const queue = await makeQueue(company)
    ;({ ref } = await makeConnection(company, [queue.id]))
    await receive(inbound(newCustomer(), 'Oi'))
    expect(await onlyTicket()).toMatchObject({ queueId: queue.id, queue: { name: queue.name } })
  })

  test('fifty at once, in several batches, make one contact, one ticket and keep their order', async () => {
    const ana = newCustomer()
    const sent = Array.from({ length: 50 }, (_, index) => inbound(ana, `#${index}`))
    await Promise.all([receive(...sent.slice(0, 20)), receive(...sent.slice(20, 35)), receive(...sent.slice(35))])
    const ticket = await onlyTicket()
    expect(ticket.unreadMessages).toBe(50)
    expect(await contacts()).toHaveLength(1)
  })
})

describe('one person', () => {
  test.for([
    ['number first', ['phone', 'lid', 'both']],
    ['LID first', ['lid', 'phone', 'both']],
    ['both first', ['both', 'lid', 'phone']]
  ] as const)('is one contact, one ticket: %s', async ([, ways]) => {
    const ana = newCustomer()
    for (const way of ways) await receive(inbound(ana, way, { chat: partyOf(ana, way) }))
    const all = await contacts()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ number: ana.number, name: ana.name })
    const open = (await tickets()).filter((ticket) => ticket.status !== 'closed')
    expect(open).toHaveLength(1)
    expect(JSON.stringify(all)).not.toContain(ana.lid)
  })

  test.for(['\u200b\u200d', '\u202e', '\u3164', ' \u2800 '])(
    'is called by the number where the name shows nothing',
    async (pushName) => {
      const ana = newCustomer()
      await receive(inbound(ana, 'Oi', { pushName }))
      const [contact] = await contacts()
      expect(contact?.name).toContain(ana.number.slice(-4))
    }
  )

  test('is never shown under a LID as if it were a number', async () => {
    const ana = newCustomer()
    await receive(inbound(ana, 'Oi', { chat: partyOf(ana, 'lid'), pushName: null }))
    const [contact] = await contacts()
    expect(contact).toMatchObject({ number: '', name: 'Contato' })
  })
})

describe('a message that was seen before', () => {
  test('changes nothing, in the same batch or later', async () => {
    const message = inbound(newCustomer(), 'Uma vez')
    await receive(message, message)
    await receive(message)
    const ticket = await onlyTicket()
    expect(ticket.unreadMessages).toBe(1)
    expect(await history(ticket.id)).toHaveLength(1)
  })

  test('cannot be hidden by another customer who sends the same id', async () => {
    const message = inbound(newCustomer(), 'Minha')
    await receive(message)
    await receive(inbound(newCustomer(), 'De outra pessoa', { waId: message.waId }))
    expect(await tickets()).toHaveLength(2)
  })
})

describe('order', () => {
  test('follows arrival where clocks differ by a second, and WhatsApp where they differ by minutes', async () => {
    const ana = newCustomer()
    const at = Date.now() - 60_000
    await receive(inbound(ana, 'primeira', { sentAt: new Date(at + 900) }))
    await receive(inbound(ana, 'segunda', { sentAt: new Date(at) }))
    await receive(inbound(ana, 'atrasada', { sentAt: new Date(at - 600_000), offline: true }))
    const ticket = await onlyTicket()
    expect((await history(ticket.id)).map(({ body }) => body)).toEqual(['atrasada', 'primeira', 'segunda'])
  })

  test('is not moved by a clock in the future', async () => {
    const ana = newCustomer()
    await receive(inbound(ana, 'do futuro', { sentAt: new Date(Date.now() + 86_400_000) }))
    await receive(inbound(ana, 'de agora'))
    const ticket = await onlyTicket()
    const shown = await history(ticket.id)
    expect(shown.map(({ body }) => body)).toEqual(['do futuro', 'de agora'])
    expect(new Date(shown[0]?.createdAt ?? 0).getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('what follows a message', () => {
  test('an edit, a reaction and a deletion change it, for its own writer alone', async () => {
    const ana = newCustomer()
    const eva = newCustomer()
    const message = inbound(ana, 'Quero um bolo')
    await receive(message, inbound(eva, 'Olá'))
    const base = { ...message, type: undefined, content: undefined }
    await receive({ ...base, type: 'edit', waId: 'E1', targetWaId: message.waId, body: 'Quero dois bolos' } as never)
    await receive({
      ...base,
      type: 'reaction',
      waId: 'R1',
      targetWaId: message.waId,
      targetFromMe: false,
      emoji: '👍'
    } as never)
    const deletion = { ...base, type: 'delete', targetWaId: message.waId, targetFromMe: false, byOther: false }
    await receive({ ...deletion, chat: partyOf(eva), waId: 'D1' } as never)
    const ticket = (await tickets()).find(({ contact }) => contact.number === ana.number) as Ticket
    expect(await history(ticket.id)).toMatchObject([
      { body: 'Quero dois bolos', isEdited: true, isDeleted: false, reactions: [{ emoji: '👍', fromMe: false }] }
    ])
    await receive({
      ...base,
      type: 'reaction',
      waId: 'R2',
      targetWaId: message.waId,
      targetFromMe: false,
      emoji: ''
    } as never)
    await receive({ ...deletion, waId: 'D2' } as never)
    expect(await history(ticket.id)).toMatchObject([{ isDeleted: true, reactions: [] }])
  })

  test('an unreadable message keeps its place until its readable copy comes', async () => {
    const ana = newCustomer()
    const readable = inbound(ana, 'agora sim')
    const { content: _content, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = readable
    await receive({ ...header, type: 'undecryptable' })
    await receive(inbound(ana, 'depois'))
    const ticket = await onlyTicket()
    expect((await history(ticket.id)).map(({ mediaType }) => mediaType)).toEqual(['ciphertext', 'chat'])
    await receive(readable)
    expect((await history(ticket.id)).map(({ body }) => body)).toEqual(['agora sim', 'depois'])
    expect(await onlyTicket()).toMatchObject({ unreadMessages: 2 })
  })

  test('an unreadable message that was edited is not taken back by its readable copy', async () => {
    const ana = newCustomer()
    const readable = inbound(ana, 'às 3')
    const { content: _content, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = readable
    await receive({ ...header, type: 'undecryptable' })
    await receive({ ...header, type: 'edit', waId: 'E1', targetWaId: readable.waId, body: 'às 4' })
    await receive(readable)
    const ticket = await onlyTicket()
    expect(await history(ticket.id)).toMatchObject([{ body: 'às 4', mediaType: 'chat', isEdited: true }])
  })

  test('a reaction is found by its id, whichever side its key names', async () => {
    const ana = newCustomer()
    const message = inbound(ana, 'Obrigada')
    await receive(message)
    const reaction = { ...message, type: 'reaction', targetWaId: message.waId, targetFromMe: true, emoji: '🙏' }
    await receive({ ...reaction, waId: 'R1' } as never)
    const ticket = await onlyTicket()
    expect(await history(ticket.id)).toMatchObject([{ reactions: [{ emoji: '🙏', fromMe: false }] }])
  })

  test('in a group is done by one person under both addresses, and by an administrator', async () => {
    await company.admin.call(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
    const [ana, eva] = [newCustomer(), newCustomer()]
    const chat = { address: `12036300000${ana.lid}@g.us`, phone: null, lid: null, isGroup: true }
    const first = inbound(ana, 'Bom dia', { chat, sender: partyOf(ana) })
    const second = inbound(eva, 'Boa tarde', { chat, sender: partyOf(eva) })
    await receive(first, second)
    const target = { targetWaId: first.waId, targetFromMe: false }
    const react = (sender: Party, emoji: string) =>
      receive({ ...first, type: 'reaction', waId: `R${emoji}`, sender, ...target, emoji } as never)
    await react(partyOf(eva, 'both', 'lid'), '👍')
    await react(partyOf(eva, 'both', 'phone'), '❤️')
    const ticket = await onlyTicket()
    expect((await history(ticket.id))[0]).toMatchObject({ reactions: [{ emoji: '❤️' }] })
    const remove = (waId: string, sender: Party, byOther: boolean, targetWaId = first.waId) =>
      receive({ ...first, type: 'delete', waId, sender, targetWaId, targetFromMe: false, byOther } as never)
    await remove('D1', partyOf(eva), false)
    expect((await history(ticket.id))[0]).toMatchObject({ isDeleted: false })
    await remove('D2', partyOf(eva), true)
    await remove('D3', partyOf(eva, 'both', 'phone'), false, second.waId)
    expect(await history(ticket.id)).toMatchObject([{ isDeleted: true }, { isDeleted: true }])
  })

  test('a quote shows what it answers', async () => {
    const ana = newCustomer()
    const first = inbound(ana, 'Qual?')
    await receive(first)
    await receive(inbound(ana, 'Este', { quotedWaId: first.waId }))
    const ticket = await onlyTicket()
    expect((await history(ticket.id)).at(-1)).toMatchObject({
      quotedMsg: { body: 'Qual?', fromMe: false, contact: { id: ticket.contactId, name: ticket.contact.name } }
    })
  })
})

describe('a closed ticket', () => {
  test('waits again when the customer writes, and keeps its history', async () => {
    const ana = newCustomer()
    await receive(inbound(ana, 'primeira'))
    const { id } = await onlyTicket()
    await company.admin.call(updateTicket, { params: { id }, body: { status: 'open' } })
    await company.admin.call(updateTicket, { params: { id }, body: { status: 'closed' } })
    await receive(inbound(ana, 'segunda'))
    const ticket = await onlyTicket()
    expect(ticket).toMatchObject({ id, status: 'pending', userId: null, unreadMessages: 1 })
    expect(await history(id)).toHaveLength(2)
  })

  test('stays closed when only the own phone wrote', async () => {
    const ana = newCustomer()
    await receive(inbound(ana, 'do celular', { fromMe: true, pushName: 'Dona da loja' }))
    const ticket = await onlyTicket()
    expect(ticket).toMatchObject({ status: 'closed', unreadMessages: 0, fromMe: true })
    expect(ticket.contact.name).not.toBe('Dona da loja')
  })
})

test('groups are ignored until the setting lets them in', async () => {
  const group = { address: '120363000000000001@g.us', phone: null, lid: null, isGroup: true }
  const fromGroup = (text: string) =>
    inbound(newCustomer(), text, { chat: group, sender: partyOf(newCustomer()), pushName: 'Rui' })
  await receive(fromGroup('ninguém lê'))
  expect(await tickets()).toHaveLength(0)
  await company.admin.call(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  await receive(fromGroup('todos leem'))
  const ticket = await onlyTicket()
  expect(ticket).toMatchObject({ isGroup: true, contact: { isGroup: true } })
  expect(await history(ticket.id)).toMatchObject([{ senderName: 'Rui' }])
})

test('only those who may see the ticket hear of it, and live equals a reload', async () => {
  const [sales, support] = [await makeQueue(company), await makeQueue(company)]
  ;({ ref } = await makeConnection(company, [sales.id]))
  const seller = await makeUser(company, { queueIds: [sales.id] })
  const helper = await makeUser(company, { queueIds: [support.id] })
  const stranger = await makeCompany(test_)
  const [ear, deaf, far] = await Promise.all([seller.connect(), helper.connect(), stranger.admin.connect()])
  await receive(inbound(newCustomer(), 'um'), inbound(newCustomer(), 'dois'))
  for (const socket of [ear, deaf, far]) await socket.settle()
  expect(ear.of(messageEvent).map(({ message }) => message.body)).toEqual(['um', 'dois'])
  expect(deaf.of(messageEvent)).toEqual([])
  expect(far.heard.filter(({ name }) => name.includes('ticket') || name.includes('Message'))).toEqual([])

  const live = ear.of(ticketEvent).flatMap((event) => (event.action === 'update' ? [event.ticket] : []))
  const fresh = (await seller.call(listTickets, { query: { status: 'pending' } })).body.tickets
  expect(live.toSorted((a, b) => a.id - b.id)).toEqual(fresh.toSorted((a, b) => a.id - b.id))
  const shown = (await company.admin.call(listMessages, { params: { ticketId: live[0]?.id ?? 0 }, query: {} })).body
    .messages
  const told = ear
    .of(messageEvent)
    .filter(({ message }) => message.ticketId === live[0]?.id)
    .map(({ message }) => message)
  expect(told.map((message) => ({ ...message, seq: 0 }))).toEqual(shown.map((message) => ({ ...message, seq: 0 })))
})
