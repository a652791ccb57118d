// The bot at work in the server: from a stored message through its job to the reply, the ticket and what people see.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  tryChatbot
} from '@guiche/shared/features/automation/chatbot.ts'
import { createFileList, deleteFileList } from '@guiche/shared/features/library/file-lists.ts'
import { listMessages, messageEvent, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { companies } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { createBotFixture, type BotFixture } from '#test/fixtures/bot-fixture.ts'
import { newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import { storedFiles } from '#test/fixtures/upload.ts'
import { textsIn } from './machine/bot-texts.ts'
import { refreshFlows } from './flow/load-flow.ts'
import { sendFileList } from './run/send-file-list.ts'

const texts = textsIn('pt')
const menu = '*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const greeting = `Olá!\n\n${menu}`

let app: TestApp
let fixture: BotFixture
beforeAll(async () => {
  // Jobs run when the test says so, and not beside it.
  app = await buildTestApp({ config: { roles: ['api'] } })
  fixture = await createBotFixture(app)
})
afterAll(() => app.close())

async function sendsOf(customer: Customer) {
  const { id } = await fixture.ticketOf(customer)
  const { messages } = await fixture.call(listMessages, { params: { ticketId: id }, query: {} })
  return messages.filter(({ fromMe }) => fromMe).map(({ body, mediaType }) => `${mediaType}: ${body}`)
}

describe('an option with a list of files', () => {
  const pdf = new File([Buffer.from('%PDF-1.7\n%%EOF\n')], 'cardápio.pdf', { type: 'application/pdf' })
  const makeList = async () => {
    const list = await fixture.call(createFileList, { body: { name: 'Cardápio', message: 'O nosso cardápio:' } })
    const form = new FormData()
    form.append('files', pdf)
    form.append('name', 'Doces e salgados')
    const headers = { authorization: `Bearer ${fixture.company.admin.token}` }
    const { status } = await fetch(`${app.url}/files/uploadList/${list.id}`, { method: 'POST', headers, body: form })
    expect(status).toBe(200)
    return list
  }

  test('hands them out after its text, once, and the menu goes on', async () => {
    const list = await makeList()
    const [sales] = fixture.queues
    const option = await fixture.option(sales, 'Cardápio', { message: 'Já envio!', fileListId: list.id })
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.writes(ana, '1')
    await fixture.writes(ana, '1')
    const said = (await sendsOf(ana)).slice(-3)
    expect(said[0]).toContain('Já envio!')
    expect(said.slice(1)).toEqual(['chat: O nosso cardápio:', 'application: Doces e salgados'])
    const { id } = await fixture.ticketOf(ana)
    const { messages } = await fixture.call(listMessages, { params: { ticketId: id }, query: {} })
    const [answers] = messages.filter(({ fromMe }) => !fromMe).slice(-1)
    // As after a process that was killed behind the commit.
    const task = { companyId: fixture.company.id, ticketId: id, fileListId: list.id, answers: answers?.id ?? '' }
    const before = storedFiles(app).length
    await sendFileList(app.ctx, task)
    expect(storedFiles(app)).toHaveLength(before)
    expect((await sendsOf(ana)).slice(-3)).toEqual(said)
    await fixture.call(deleteQueueOption, { params: { id: option.id } })
  })

  test('stays when the list goes, and says its text alone', async () => {
    const list = await makeList()
    const [sales] = fixture.queues
    const option = await fixture.option(sales, 'Cardápio', { message: 'Já envio!', fileListId: list.id })
    await fixture.call(deleteFileList, { params: { id: list.id } })
    await app.ctx.bus.drain()
    const [left] = await fixture.call(listQueueOptions, { query: { queueId: sales?.id ?? 0 } })
    expect(left).toMatchObject({ id: option.id, fileListId: null })
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.writes(ana, '1')
    expect(await fixture.writes(ana, '1')).toEqual([expect.stringContaining('Já envio!')])
    await fixture.call(deleteQueueOption, { params: { id: option.id } })
  })

  test('is refused with a list of another company', async () => {
    const other = await createBotFixture(app)
    const list = await other.call(createFileList, { body: { name: 'Alheia', message: 'De outra empresa' } })
    const body = { queueId: fixture.queues[0]?.id ?? 0, title: 'Alheia', fileListId: list.id }
    const { error } = await fixture.company.admin.call(createQueueOption, { body })
    expect(error).toBe('ERR_NO_FILE_LIST_FOUND')
  })

  test('says in the dry run which list it would send', async () => {
    const list = await makeList()
    const [sales] = fixture.queues
    const option = await fixture.option(sales, 'Cardápio', { message: 'Já envio!', fileListId: list.id })
    const place = { queueId: sales?.id ?? 0 }
    const first = await fixture.call(tryChatbot, { body: { ...place, event: { type: 'text', text: 'Oi' } } })
    const body = { ...place, event: { type: 'text', text: '1' } as const, state: first.state }
    expect(await fixture.call(tryChatbot, { body })).toMatchObject({ fileList: { id: list.id, name: 'Cardápio' } })
    await fixture.call(deleteQueueOption, { params: { id: option.id } })
  })
})

describe('a first message', () => {
  test('is answered with the menu, and the ticket shows that it is with the bot', async () => {
    const ana = newCustomer()
    expect(await fixture.writes(ana, 'Oi')).toEqual([greeting])
    expect(await fixture.ticketOf(ana)).toMatchObject({
      status: 'pending',
      chatbot: true,
      queueId: null,
      amountUsedBotQueues: 1,
      unreadMessages: 1
    })
  })

  test('leads through the menu into a queue, where people take over', async () => {
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    expect(await fixture.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
    expect(await fixture.ticketOf(ana)).toMatchObject({
      status: 'pending',
      chatbot: false,
      queueId: fixture.queues[0]?.id,
      amountUsedBotQueues: 0
    })
    expect(await fixture.writes(ana, 'Quero um bolo')).toEqual([])
  })

  test('of a group is left alone', async () => {
    const ana = newCustomer()
    await fixture.set('CheckMsgIsGroup', 'disabled')
    const chat = { address: '123@g.us', phone: null, lid: null, isGroup: true }
    await fixture.arrives(ana, 'Oi, grupo', { chat })
    const [job] = await app.ctx.db.execute<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'chatbot.hear' and state = 'created'`
    )
    expect(job?.count).toBe(0)
    await fixture.set('CheckMsgIsGroup', 'enabled')
  })

  test('several of a moment get one greeting', async () => {
    const ana = newCustomer()
    await fixture.arrives(ana, 'Oi')
    await fixture.arrives(ana, 'bom dia')
    await fixture.arrives(ana, 'preciso de ajuda')
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< Oi', '< bom dia', '< preciso de ajuda', `> ${greeting}`])
  })

  test('that is old when it comes is not answered, the next one is', async () => {
    const ana = newCustomer()
    const sentAt = new Date(app.clock.now().getTime() - 3_600_000)
    expect(await fixture.writes(ana, 'Oi', { sentAt, offline: true })).toEqual([])
    expect(await fixture.writes(ana, 'Alguém?')).toEqual([greeting])
  })
})

test('options lead to their end, with back and restart, and their place shows in the ticket', async () => {
  const own = await createBotFixture(app)
  const [, support] = own.queues
  const delivery = await own.option(support, 'Entrega', { message: 'Sobre a entrega:' })
  await own.option(support, 'Pessoa')
  const late = await own.option(support, 'Atrasada', { message: 'Vamos verificar.', parentId: delivery.id })
  await own.option(support, 'Não chegou', { parentId: delivery.id })
  const ana = newCustomer()
  await own.writes(ana, 'Oi')
  expect(await own.writes(ana, '2')).toEqual(['*[ 1 ]* - Entrega\n*[ 2 ]* - Pessoa\n\n*[ 0 ]* - Voltar'])
  expect((await own.writes(ana, '1'))[0]).toMatch(/^Sobre a entrega:/)
  expect(await own.ticketOf(ana)).toMatchObject({ chatbot: true, queueId: support?.id, queueOptionId: delivery.id })
  expect((await own.writes(ana, '1'))[0]).toMatch(/^Vamos verificar\./)
  expect((await own.ticketOf(ana)).queueOptionId).toBe(late.id)
  expect((await own.writes(ana, '0'))[0]).toMatch(/^Sobre a entrega:/)
  expect(await own.writes(ana, '#')).toEqual([greeting])
  expect(await own.ticketOf(ana)).toMatchObject({ queueId: null, queueOptionId: null, amountUsedBotQueues: 2 })
  await own.writes(ana, '2')
  expect(await own.writes(ana, '2')).toEqual([texts.waiting])
  expect(await own.ticketOf(ana)).toMatchObject({ chatbot: false, queueId: support?.id, queueOptionId: null })
})

test('nobody understands: a person takes over, and the bot stays out until the customer asks for it', async () => {
  const ana = newCustomer()
  await fixture.writes(ana, 'Oi')
  await fixture.writes(ana, 'bolo')
  await fixture.writes(ana, 'pão')
  expect(await fixture.writes(ana, 'café')).toEqual([texts.handOver])
  expect(await fixture.ticketOf(ana)).toMatchObject({ chatbot: false, queueId: null, status: 'pending' })
  expect(await fixture.writes(ana, 'Alguém?')).toEqual([])
})

test('a change of the configuration counts at once', async () => {
  const own = await createBotFixture(app)
  expect(await own.writes(newCustomer(), 'Oi')).toEqual([greeting])
  await own.configure({ greetingMessage: 'Oi, {{firstName}}!' })
  const eva = { ...newCustomer(), name: 'Eva Lima' }
  expect(await own.writes(eva, 'Oi')).toEqual([`Oi, Eva!\n\n${menu}`])
  await own.set('chatBotLanguage', 'en')
  expect((await own.writes(eva, 'bread'))[0]).toContain(textsIn('en').invalid)
})

describe('people', () => {
  test('who accept a ticket have it for themselves', async () => {
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.move(ana, { status: 'open' })
    expect(await fixture.writes(ana, '1')).toEqual([])
    expect(await fixture.writes(ana, '#')).toEqual([])
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'open', chatbot: false, queueId: null })
  })

  test('who accept it before the bot has read the first message are not interrupted', async () => {
    const ana = newCustomer()
    await fixture.arrives(ana, 'Oi')
    await fixture.move(ana, { status: 'open' })
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< Oi'])
  })

  test('who transfer it to a queue keep the bot out of it', async () => {
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.move(ana, { status: 'pending', queueId: fixture.queues[1]?.id ?? null, transfer: true })
    expect(await fixture.writes(ana, '1')).toEqual([])
    expect(await fixture.ticketOf(ana)).toMatchObject({ chatbot: false, queueId: fixture.queues[1]?.id })
  })

  test('who answer on the phone itself end the bot', async () => {
    const ana = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.arrives(ana, 'Oi, aqui é a Bia', { fromMe: true })
    await app.drain()
    expect((await fixture.ticketOf(ana)).chatbot).toBe(false)
    expect(await fixture.writes(ana, '1')).toEqual([])
  })

  test('write with variables, too', async () => {
    const ana = { ...newCustomer(), name: 'Ana Reis' }
    await fixture.writes(ana, 'Oi')
    const { id } = await fixture.move(ana, { status: 'open' })
    await fixture.company.admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'Oi, {{firstName}} {x}' } })
    expect((await fixture.talk(ana)).at(-1)).toBe('> Oi, Ana {x}')
  })
})

describe('nothing twice, nothing lost', () => {
  test('a job that runs again says nothing again', async () => {
    const ana = newCustomer()
    await fixture.arrives(ana, 'Oi')
    await app.ctx.db.execute(
      `insert into pgboss.job (name, data, policy, singleton_key, retry_limit, expire_seconds)
       select name, data, policy, gen_random_uuid()::text, retry_limit, expire_seconds
       from pgboss.job where name = 'chatbot.hear' and state = 'created'`
    )
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< Oi', `> ${greeting}`])
  })

  test('messages that wait while the bot is away are worked off in order', async () => {
    const ana = newCustomer()
    for (const words of ['Oi', '1']) {
      app.clock.advance(10_000)
      await fixture.arrives(ana, words)
    }
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< Oi', '< 1', `> ${greeting}`, '> Bem-vindo a Vendas!'])
  })

  test('a message that becomes readable late is answered then', async () => {
    const ana = newCustomer()
    const waId = `LATE${ana.number}`
    await fixture.arrives(ana, '', { type: 'undecryptable', waId } as never)
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< '])
    await fixture.arrives(ana, 'Oi', { waId })
    await app.drain()
    expect(await fixture.talk(ana)).toEqual(['< Oi', `> ${greeting}`])
    await fixture.arrives(ana, 'Oi', { waId })
    await app.drain()
    expect(await fixture.talk(ana)).toHaveLength(2)
  })

  test('a company that has not paid says nothing', async () => {
    const own = await createBotFixture(app)
    const due = (dueDate: Date | null) =>
      app.ctx.db.update(companies).set({ dueDate }).where(eq(companies.id, own.company.id))
    const ana = newCustomer()
    await due(new Date(0))
    await refreshFlows(app.ctx, own.company.id)
    await app.drain()
    await own.arrives(ana, 'Oi')
    await app.drain()
    await due(null)
    await refreshFlows(app.ctx, own.company.id)
    await app.drain()
    expect(await own.talk(ana)).toEqual(['< Oi'])
  })
})

test('what the bot does is seen live as it is after a reload', async () => {
  const ana = newCustomer()
  await fixture.writes(ana, 'Oi')
  const { id } = await fixture.ticketOf(ana)
  const socket = await fixture.company.admin.connect()
  await fixture.writes(ana, '1')
  await socket.settle()
  const { messages, ticket } = (await fixture.company.admin.call(listMessages, { params: { ticketId: id }, query: {} }))
    .body
  const told = socket.of(messageEvent)
  expect(told.map(({ message }) => message.id)).toEqual(messages.slice(-2).map((message) => message.id))
  const updates = socket.of(ticketEvent).flatMap((event) => (event.action === 'update' ? [event.ticket] : []))
  expect(updates.at(-1)).toMatchObject({ queueId: fixture.queues[0]?.id, chatbot: false })
  expect(told.at(-1)?.ticket).toEqual(ticket)
})
