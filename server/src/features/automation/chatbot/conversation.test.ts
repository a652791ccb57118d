// The bot at work in the server: from a stored message through its job to the reply, the ticket and what people see.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMessages, messageEvent, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { companies } from '#database/tables/companies.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { makeBotDesk, type BotDesk } from '#test/bot-desk.ts'
import { newCustomer } from '#test/inbound.ts'
import { textsIn } from './bot-texts.ts'
import { refreshFlows } from './load-flow.ts'

const texts = textsIn('pt')
const menu = '*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const greeting = `Olá!\n\n${menu}`

let app: TestApp
let desk: BotDesk
beforeAll(async () => {
  // Jobs run when the test says so, and not beside it.
  app = await buildTestApp({ config: { roles: ['api'] } })
  desk = await makeBotDesk(app)
})
afterAll(() => app.close())

describe('a first message', () => {
  test('is answered with the menu, and the ticket shows that it is with the bot', async () => {
    const ana = newCustomer()
    expect(await desk.writes(ana, 'Oi')).toEqual([greeting])
    expect(await desk.ticketOf(ana)).toMatchObject({
      status: 'pending',
      chatbot: true,
      queueId: null,
      amountUsedBotQueues: 1,
      unreadMessages: 1
    })
  })

  test('leads through the menu into a queue, where people take over', async () => {
    const ana = newCustomer()
    await desk.writes(ana, 'Oi')
    expect(await desk.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
    expect(await desk.ticketOf(ana)).toMatchObject({
      status: 'pending',
      chatbot: false,
      queueId: desk.queues[0]?.id,
      amountUsedBotQueues: 0
    })
    expect(await desk.writes(ana, 'Quero um bolo')).toEqual([])
  })

  test('of a group is left alone', async () => {
    const ana = newCustomer()
    await desk.set('CheckMsgIsGroup', 'disabled')
    const chat = { address: '123@g.us', phone: null, lid: null, isGroup: true }
    await desk.arrives(ana, 'Oi, grupo', { chat })
    const [job] = await app.ctx.db.execute<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'chatbot.hear' and state = 'created'`
    )
    expect(job?.count).toBe(0)
    await desk.set('CheckMsgIsGroup', 'enabled')
  })

  test('several of a moment get one greeting', async () => {
    const ana = newCustomer()
    await desk.arrives(ana, 'Oi')
    await desk.arrives(ana, 'bom dia')
    await desk.arrives(ana, 'preciso de ajuda')
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< Oi', '< bom dia', '< preciso de ajuda', `> ${greeting}`])
  })

  test('that is old when it comes is not answered, the next one is', async () => {
    const ana = newCustomer()
    const sentAt = new Date(app.clock.now().getTime() - 3_600_000)
    expect(await desk.writes(ana, 'Oi', { sentAt, offline: true })).toEqual([])
    expect(await desk.writes(ana, 'Alguém?')).toEqual([greeting])
  })
})

test('options lead to their end, with back and restart, and their place shows in the ticket', async () => {
  const own = await makeBotDesk(app)
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
  await desk.writes(ana, 'Oi')
  await desk.writes(ana, 'bolo')
  await desk.writes(ana, 'pão')
  expect(await desk.writes(ana, 'café')).toEqual([texts.handOver])
  expect(await desk.ticketOf(ana)).toMatchObject({ chatbot: false, queueId: null, status: 'pending' })
  expect(await desk.writes(ana, 'Alguém?')).toEqual([])
})

test('a change of the configuration counts at once', async () => {
  const own = await makeBotDesk(app)
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
    await desk.writes(ana, 'Oi')
    await desk.move(ana, { status: 'open' })
    expect(await desk.writes(ana, '1')).toEqual([])
    expect(await desk.writes(ana, '#')).toEqual([])
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'open', chatbot: false, queueId: null })
  })

  test('who accept it before the bot has read the first message are not interrupted', async () => {
    const ana = newCustomer()
    await desk.arrives(ana, 'Oi')
    await desk.move(ana, { status: 'open' })
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< Oi'])
  })

  test('who transfer it to a queue keep the bot out of it', async () => {
    const ana = newCustomer()
    await desk.writes(ana, 'Oi')
    await desk.move(ana, { status: 'pending', queueId: desk.queues[1]?.id ?? null, transfer: true })
    expect(await desk.writes(ana, '1')).toEqual([])
    expect(await desk.ticketOf(ana)).toMatchObject({ chatbot: false, queueId: desk.queues[1]?.id })
  })

  test('who answer on the phone itself end the bot', async () => {
    const ana = newCustomer()
    await desk.writes(ana, 'Oi')
    await desk.arrives(ana, 'Oi, aqui é a Bia', { fromMe: true })
    await app.drain()
    expect((await desk.ticketOf(ana)).chatbot).toBe(false)
    expect(await desk.writes(ana, '1')).toEqual([])
  })

  test('write with variables, too', async () => {
    const ana = { ...newCustomer(), name: 'Ana Reis' }
    await desk.writes(ana, 'Oi')
    const { id } = await desk.move(ana, { status: 'open' })
    await desk.company.admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'Oi, {{firstName}} {x}' } })
    expect((await desk.talk(ana)).at(-1)).toBe('> Oi, Ana {x}')
  })
})

describe('nothing twice, nothing lost', () => {
  test('a job that runs again says nothing again', async () => {
    const ana = newCustomer()
    await desk.arrives(ana, 'Oi')
    await app.ctx.db.execute(
      `insert into pgboss.job (name, data, policy, singleton_key, retry_limit, expire_seconds)
       select name, data, policy, gen_random_uuid()::text, retry_limit, expire_seconds
       from pgboss.job where name = 'chatbot.hear' and state = 'created'`
    )
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< Oi', `> ${greeting}`])
  })

  test('messages that wait while the bot is away are worked off in order', async () => {
    const ana = newCustomer()
    for (const words of ['Oi', '1']) {
      app.clock.advance(10_000)
      await desk.arrives(ana, words)
    }
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< Oi', '< 1', `> ${greeting}`, '> Bem-vindo a Vendas!'])
  })

  test('a message that becomes readable late is answered then', async () => {
    const ana = newCustomer()
    const waId = `LATE${ana.number}`
    await desk.arrives(ana, '', { type: 'undecryptable', waId } as never)
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< '])
    await desk.arrives(ana, 'Oi', { waId })
    await app.drain()
    expect(await desk.talk(ana)).toEqual(['< Oi', `> ${greeting}`])
    await desk.arrives(ana, 'Oi', { waId })
    await app.drain()
    expect(await desk.talk(ana)).toHaveLength(2)
  })

  test('a company that has not paid says nothing', async () => {
    const own = await makeBotDesk(app)
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
  await desk.writes(ana, 'Oi')
  const { id } = await desk.ticketOf(ana)
  const socket = await desk.company.admin.connect()
  await desk.writes(ana, '1')
  await socket.settle()
  const { messages, ticket } = (await desk.company.admin.call(listMessages, { params: { ticketId: id }, query: {} }))
    .body
  const told = socket.of(messageEvent)
  expect(told.map(({ message }) => message.id)).toEqual(messages.slice(-2).map((message) => message.id))
  const updates = socket.of(ticketEvent).flatMap((event) => (event.action === 'update' ? [event.ticket] : []))
  expect(updates.at(-1)).toMatchObject({ queueId: desk.queues[0]?.id, chatbot: false })
  expect(told.at(-1)?.ticket).toEqual(ticket)
})
