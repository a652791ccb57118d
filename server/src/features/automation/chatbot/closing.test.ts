// What people do to a ticket and what the clock does: greeting, transfer, completion, rating, silence, hours.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { saveOpeningHours } from '@guiche/shared/features/org/companies.ts'
import { updateQueue } from '@guiche/shared/features/org/queues.ts'
import { ticketTracking } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { createBotFixture, type BotFixture } from '#test/fixtures/bot-fixture.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeUser } from '#test/fixtures/factories.ts'
import { inbound, newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import { textsIn } from './machine/bot-texts.ts'
import { sweepTickets } from './run/sweep-tickets.ts'

const texts = textsIn('pt')
const minute = 60_000
const hour = 60 * minute

let app: TestApp
let desk: BotFixture
let ana: Customer
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await createBotFixture(app)
  ana = { ...newCustomer(), name: 'Ana Reis' }
})

const said = async () => (await desk.talk(ana)).at(-1)
/** A ticket in the first queue that the admin serves. */
async function serve() {
  await desk.writes(ana, 'Oi')
  await desk.writes(ana, '1')
  return desk.move(ana, { status: 'open' })
}
const close = () => desk.move(ana, { status: 'closed' })
async function sweep(later = 0) {
  app.clock.advance(later)
  await sweepTickets(app.ctx)
  await app.drain()
}
async function cycleOf() {
  const { id } = await desk.ticketOf(ana)
  const rows = await app.ctx.db.select().from(ticketTracking).where(eq(ticketTracking.ticketId, id))
  return rows.toSorted((a, b) => b.id - a.id)[0]
}

describe('accepting', () => {
  test('greets with the name of the attendant, where the company and the client want it', async () => {
    await desk.set('sendGreetingAccepted', 'enabled')
    await desk.writes(ana, 'Oi')
    const ticket = await desk.move(ana, { status: 'open', greet: true })
    expect(await said()).toMatch(
      new RegExp(`^> (Bom dia|Boa tarde|Boa noite) \\*Ana Reis\\*, meu nome é \\*${desk.company.admin.name}\\* e agora`)
    )
    expect(ticket.lastMessage).toContain('meu nome é')
  })
  test.each([
    ['disabled', true],
    ['enabled', false]
  ])('says nothing with the setting %s and a client that asks: %s', async (value, greet) => {
    await desk.set('sendGreetingAccepted', value)
    await desk.writes(ana, 'Oi')
    const before = await desk.talk(ana)
    await desk.move(ana, { status: 'open', greet })
    expect(await desk.talk(ana)).toEqual(before)
  })
  test('greets once: reopening is no accepting', async () => {
    await desk.set('sendGreetingAccepted', 'enabled')
    await serve()
    await close()
    const before = await desk.talk(ana)
    await desk.move(ana, { status: 'open', greet: true })
    expect(await desk.talk(ana)).toEqual(before)
  })
})

describe('a transfer', () => {
  beforeEach(() => desk.set('sendMsgTransfTicket', 'enabled'))
  test('to a queue names it', async () => {
    await serve()
    await desk.move(ana, { status: 'pending', queueId: desk.queues[1]?.id ?? null, userId: null, transfer: true })
    expect(await said()).toBe('> Você foi transferido para o setor *Suporte*. Aguarde, já vamos atender você!')
  })
  test('out of the service of somebody who accepted without a queue is one for clients that do not call it so', async () => {
    await desk.writes(ana, 'Oi')
    await desk.move(ana, { status: 'open', userId: desk.company.admin.id })
    expect((await desk.ticketOf(ana)).queueId).toBeNull()
    await desk.move(ana, { status: 'pending', queueId: desk.queues[1]?.id ?? null, userId: null })
    expect(await said()).toBe('> Você foi transferido para o setor *Suporte*. Aguarde, já vamos atender você!')
  })
  test('to a person names them, also from clients that do not call it a transfer', async () => {
    const bia = await makeUser(desk.company, { name: 'Bia', queueIds: desk.queues.map(({ id }) => id) })
    await serve()
    await desk.move(ana, { status: 'open', userId: bia.id })
    expect(await said()).toBe('> Você foi transferido para *Bia*. Aguarde, já vamos atender você!')
    await desk.move(ana, { status: 'open', userId: desk.company.admin.id, queueId: desk.queues[1]?.id, transfer: true })
    expect(await said()).toContain('setor *Suporte* e será atendido por')
  })
  test('says nothing where the company does not want it, and accepting is none', async () => {
    await serve()
    const before = await desk.talk(ana)
    await desk.set('sendMsgTransfTicket', 'disabled')
    await desk.move(ana, { status: 'pending', queueId: desk.queues[1]?.id ?? null, userId: null, transfer: true })
    await desk.set('sendMsgTransfTicket', 'enabled')
    await desk.move(ana, { status: 'open' })
    expect(await desk.talk(ana)).toEqual(before)
  })
})

describe('closing', () => {
  test('sends the completion message, and what comes next is a new conversation', async () => {
    await desk.configure({ complationMessage: 'Até logo, {{firstName}}!' })
    await serve()
    const ticket = await close()
    expect(ticket).toMatchObject({ status: 'closed', chatbot: false, lastMessage: 'Até logo, Ana!' })
    expect((await desk.writes(ana, 'Oi de novo'))[0]).toMatch(/^Olá!/)
    expect(await desk.ticketOf(ana)).toMatchObject({ id: ticket.id, status: 'pending', chatbot: true })
  })
  test('closes nothing twice', async () => {
    await desk.configure({ complationMessage: 'Até logo!' })
    await serve()
    await close()
    await close()
    expect((await desk.talk(ana)).filter((line) => line === '> Até logo!')).toHaveLength(1)
  })
  test('says goodbye once when it is taken back, or reopened, and done again before a word was said', async () => {
    await desk.configure({ complationMessage: 'Até logo!' })
    await serve()
    const goodbyes = async () => (await desk.talk(ana)).filter((line) => line === '> Até logo!').length
    await close()
    await desk.move(ana, { status: 'open' })
    await close()
    expect([await goodbyes(), (await desk.ticketOf(ana)).status]).toEqual([1, 'closed'])
    await desk.move(ana, { status: 'open' })
    await desk.writes(ana, 'Mais uma coisa')
    await close()
    expect(await goodbyes()).toBe(2)
  })
  test('leaves the ticket closed when thanks come, and read', async () => {
    await desk.configure({ complationMessage: 'Até logo!' })
    await serve()
    await close()
    const before = await desk.talk(ana)
    expect([await desk.writes(ana, 'Muito obrigada!'), await desk.writes(ana, '👍')]).toEqual([[], []])
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0, lastMessage: '👍' })
    expect(await desk.talk(ana)).toEqual([...before, '< Muito obrigada!', '< 👍'])
    expect((await desk.writes(ana, 'Obrigada, mas falta um bolo'))[0]).toMatch(/^Olá!/)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'pending' })
  })
  test('opens it for thanks together with anything else, for those of another day, and for an answer to what we said since', async () => {
    await serve()
    await close()
    const opened = async () => {
      const { status } = await desk.ticketOf(ana)
      await close()
      return status
    }
    await receiveMessages(app.ctx, desk.ref, [inbound(ana, 'Obrigada'), inbound(ana, 'E o bolo?')])
    expect(await opened()).toBe('pending')
    await desk.arrives(ana, 'Confirma para amanhã?', { fromMe: true })
    await desk.arrives(ana, 'Ok')
    expect(await opened()).toBe('pending')
    app.clock.advance(25 * hour)
    await desk.arrives(ana, 'Ok')
    expect(await opened()).toBe('pending')
  })
  test('says nothing and asks nothing where whoever closes it wants that', async () => {
    await desk.configure({ complationMessage: 'Até logo!', ratingMessage: 'Gostou?' })
    await desk.set('userRating', 'enabled')
    await serve()
    const before = await desk.talk(ana)
    const ticket = await desk.move(ana, { status: 'closed', justClose: true })
    await desk.set('userRating', 'disabled')
    expect([ticket.status, await desk.talk(ana)]).toEqual(['closed', before])
    expect((await desk.writes(ana, '3'))[0]).toMatch(/^Olá!/)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'pending', chatbot: true })
  })
  test('works without a completion message', async () => {
    await serve()
    const before = await desk.talk(ana)
    expect((await close()).status).toBe('closed')
    expect(await desk.talk(ana)).toEqual(before)
  })
})

describe('a rating', () => {
  beforeEach(async () => {
    await desk.set('userRating', 'enabled')
    await desk.configure({ ratingMessage: 'Gostou?', complationMessage: 'Até logo!' })
    await serve()
    await desk.writes(ana, '2 bolos, por favor')
    expect(await close()).toMatchObject({ status: 'closed', chatbot: true })
  })

  test('is asked for, stored, and thanked for; the ticket stays closed and read', async () => {
    expect(await said()).toBe(`> Gostou?\n\n${texts.ratingScale}`)
    expect(await cycleOf()).toMatchObject({ rating: null, ratingAt: expect.any(Date) as Date })
    expect(await desk.writes(ana, '3')).toEqual([`${texts.thanks}\n\nAté logo!`])
    expect(await cycleOf()).toMatchObject({ rating: 3 })
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
  })

  test('is waited for in spite of thanks, which wake nobody, also behind the rating', async () => {
    expect(await desk.writes(ana, 'Muito obrigada!')).toEqual([])
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
    expect(await desk.writes(ana, '3')).toEqual([`${texts.thanks}\n\nAté logo!`])
    expect(await desk.writes(ana, 'Eu que agradeço 🙏')).toEqual([])
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
    await sweep(25 * hour)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
  })

  test('and a wish that comes in the same moment both count', async () => {
    app.clock.advance(10_000)
    await desk.arrives(ana, '3')
    await desk.arrives(ana, 'Esqueci uma coisa')
    await app.drain()
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'pending', unreadMessages: 2 })
    expect(await cycleOf()).toMatchObject({ rating: null })
    const rated = await app.ctx.db.select().from(ticketTracking).where(eq(ticketTracking.rating, 3))
    expect(rated.map(({ ticketId }) => ticketId)).toContain((await desk.ticketOf(ana)).id)
  })

  test('that is none opens the ticket again, with the menu', async () => {
    expect((await desk.writes(ana, 'Esqueci uma coisa'))[0]).toMatch(/^Olá!/)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'pending', chatbot: true, queueId: null, userId: null })
    expect((await cycleOf())?.rating).toBeNull()
    expect(await desk.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
  })

  test('comes too late after a day: the clock stops waiting', async () => {
    await sweep(25 * hour)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect((await desk.writes(ana, '3'))[0]).toMatch(/^Olá!/)
    expect((await cycleOf())?.rating).toBeNull()
  })

  test('leaves the ticket to a person who takes it up meanwhile', async () => {
    await desk.move(ana, { status: 'open' })
    expect(await desk.writes(ana, '3')).toEqual([])
    expect((await desk.ticketOf(ana)).status).toBe('open')
    expect((await cycleOf())?.rating).toBeNull()
  })
})

test('nobody who was not served is asked for a rating', async () => {
  await desk.set('userRating', 'enabled')
  await desk.writes(ana, 'Oi')
  const before = await desk.talk(ana)
  expect(await close()).toMatchObject({ status: 'closed', chatbot: false })
  expect(await desk.talk(ana)).toEqual(before)
})

describe('the clock', () => {
  const answer = async () => {
    const { id } = await serve()
    app.clock.advance(1_000)
    await desk.call(sendMessage, { params: { ticketId: id }, body: { body: 'Mais alguma coisa?' } })
  }

  test('closes a ticket whose customer fell silent, with the words for it', async () => {
    await desk.configure({ expiresTicket: 30, expiresInactiveMessage: 'Encerrando por inatividade.' })
    await answer()
    await sweep(29 * minute)
    expect((await desk.ticketOf(ana)).status).toBe('open')
    await sweep(2 * minute)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect(await said()).toBe('> Encerrando por inatividade.')
    expect((await cycleOf())?.finishedAt).not.toBeNull()
    const talk = await desk.talk(ana)
    await sweep(hour)
    expect(await desk.talk(ana)).toEqual(talk)
  })

  test('never closes a ticket whose customer waits for an answer', async () => {
    await desk.configure({ expiresTicket: 30 })
    await answer()
    await desk.writes(ana, 'Sim!')
    await sweep(72 * hour)
    expect((await desk.ticketOf(ana)).status).toBe('open')
  })

  test('closes what was forgotten for the hours of the company, without a word', async () => {
    await desk.set('hoursCloseTicketsAuto', '48')
    await answer()
    const talk = await desk.talk(ana)
    await sweep(47 * hour)
    expect((await desk.ticketOf(ana)).status).toBe('open')
    await sweep(2 * hour)
    expect((await desk.ticketOf(ana)).status).toBe('closed')
    expect(await desk.talk(ana)).toEqual(talk)
  })

  test('closes a talk with the bot that the customer left, and none that waits for people', async () => {
    const eva = newCustomer()
    await desk.writes(ana, 'Oi')
    await desk.writes(eva, 'Oi')
    await desk.writes(eva, '1')
    await sweep(25 * hour)
    expect(await desk.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect((await desk.ticketOf(eva)).status).toBe('pending')
  })

  test('closes nothing where the hours are 0', async () => {
    await desk.set('hoursCloseTicketsAuto', '0')
    await answer()
    await sweep(1000 * hour)
    expect((await desk.ticketOf(ana)).status).toBe('open')
  })

  test('moves who waits without a queue to the queue for it', async () => {
    await desk.set('sendMsgTransfTicket', 'enabled')
    await desk.configure({ transferQueueId: desk.queues[1]?.id ?? null, timeToTransfer: 10 })
    await desk.writes(ana, 'Oi')
    const { id } = await desk.ticketOf(ana)
    // The database has a clock of its own, which the test cannot move.
    await app.ctx.db.update(ticketTracking).set({ queuedAt: app.clock.now() }).where(eq(ticketTracking.ticketId, id))
    await sweep(9 * minute)
    expect((await desk.ticketOf(ana)).queueId).toBeNull()
    await desk.writes(ana, 'alguém?')
    await sweep(2 * minute)
    expect(await desk.ticketOf(ana)).toMatchObject({ queueId: desk.queues[1]?.id, chatbot: false, status: 'pending' })
    expect(await said()).toContain('setor *Suporte*')
    expect(await desk.writes(ana, '1')).toEqual([])
  })
})

describe('opening hours', () => {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
  const closed = days.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '00:00' }))
  const company = () => ({ params: { id: desk.company.id } })

  test('of the company are said once, and the menu comes when it is open', async () => {
    await desk.set('scheduleType', 'company')
    await desk.configure({ outOfHoursMessage: 'Estamos fechados.' })
    await desk.call(saveOpeningHours, { ...company(), body: { schedules: closed } })
    await app.drain()
    expect(await desk.writes(ana, 'Oi')).toEqual(['Estamos fechados.'])
    expect(await desk.writes(ana, 'Alguém?')).toEqual([])
    expect(await desk.call(saveOpeningHours, { ...company(), body: { schedules: [] } })).toMatchObject({
      id: desk.company.id,
      schedules: [],
      holidays: []
    })
    await app.drain()
    expect((await desk.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
  })

  test('close a holiday of every year', async () => {
    await desk.set('scheduleType', 'company')
    await desk.configure({ outOfHoursMessage: 'Feriado!' })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(app.clock.now())
    const body = { schedules: [], holidays: [{ date: today, name: 'Feriado', everyYear: true }] }
    await desk.call(saveOpeningHours, { ...company(), body })
    await app.drain()
    expect(await desk.writes(ana, 'Oi')).toEqual(['Feriado!'])
  })

  test('of a queue are said where it is chosen', async () => {
    await desk.set('scheduleType', 'queue')
    const body = { schedules: closed, outOfHoursMessage: 'As vendas estão fechadas.' }
    await desk.call(updateQueue, { params: { id: desk.queues[0]?.id ?? 0 }, body })
    await app.drain()
    await desk.writes(ana, 'Oi')
    expect(await desk.writes(ana, '1')).toEqual(['As vendas estão fechadas.'])
    expect(await desk.ticketOf(ana)).toMatchObject({ queueId: desk.queues[0]?.id, chatbot: false })
  })

  test('are said in an open ticket unless its attendant is there', async () => {
    await serve()
    await desk.set('scheduleType', 'company')
    await desk.configure({ outOfHoursMessage: 'Estamos fechados.' })
    await desk.call(saveOpeningHours, { ...company(), body: { schedules: closed } })
    await app.drain()
    const isOnline = (online: boolean) =>
      app.ctx.db.update(users).set({ online }).where(eq(users.id, desk.company.admin.id))
    await isOnline(true)
    expect(await desk.writes(ana, 'Oi')).toEqual([])
    await isOnline(false)
    expect(await desk.writes(ana, 'Oi?')).toEqual(['Estamos fechados.'])
  })
})

describe('calls', () => {
  const call = (n: number) => inbound(ana, { kind: 'call', body: 'audio' }, { waId: `call-${ana.number}-${n}` })
  test('are refused with a text where the company takes none, and the bot goes on afterwards', async () => {
    await desk.set('call', 'disabled')
    expect(await desk.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(1).waId })).toEqual([texts.callRefused])
    expect((await desk.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
    expect(await desk.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(2).waId })).toEqual([texts.callRefused])
    expect(await desk.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
    expect(await desk.writes(ana, { kind: 'call', body: 'video' }, { waId: call(3).waId })).toEqual([texts.callRefused])
  })
  test('are let through where it does', async () => {
    expect(await desk.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(4).waId })).toEqual([])
    expect((await desk.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
  })
})
