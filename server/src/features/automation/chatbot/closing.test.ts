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
let fixture: BotFixture
let ana: Customer
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  fixture = await createBotFixture(app)
  ana = { ...newCustomer(), name: 'Ana Reis' }
})

const said = async () => (await fixture.talk(ana)).at(-1)
/** A ticket in the first queue that the admin serves. */
async function serve() {
  await fixture.writes(ana, 'Oi')
  await fixture.writes(ana, '1')
  return fixture.move(ana, { status: 'open' })
}
const close = () => fixture.move(ana, { status: 'closed' })
async function sweep(later = 0) {
  app.clock.advance(later)
  await sweepTickets(app.ctx)
  await app.drain()
}
async function cycleOf() {
  const { id } = await fixture.ticketOf(ana)
  const rows = await app.ctx.db.select().from(ticketTracking).where(eq(ticketTracking.ticketId, id))
  return rows.toSorted((a, b) => b.id - a.id)[0]
}

describe('accepting', () => {
  test('greets with the name of the attendant, where the company and the client want it', async () => {
    await fixture.set('sendGreetingAccepted', 'enabled')
    await fixture.writes(ana, 'Oi')
    const ticket = await fixture.move(ana, { status: 'open', greet: true })
    expect(await said()).toMatch(
      new RegExp(
        `^> (Bom dia|Boa tarde|Boa noite) \\*Ana Reis\\*, meu nome é \\*${fixture.company.admin.name}\\* e agora`
      )
    )
    expect(ticket.lastMessage).toContain('meu nome é')
  })
  test.each([
    ['disabled', true],
    ['enabled', false]
  ])('says nothing with the setting %s and a client that asks: %s', async (value, greet) => {
    await fixture.set('sendGreetingAccepted', value)
    await fixture.writes(ana, 'Oi')
    const before = await fixture.talk(ana)
    await fixture.move(ana, { status: 'open', greet })
    expect(await fixture.talk(ana)).toEqual(before)
  })
  test('greets once: reopening is no accepting', async () => {
    await fixture.set('sendGreetingAccepted', 'enabled')
    await serve()
    await close()
    const before = await fixture.talk(ana)
    await fixture.move(ana, { status: 'open', greet: true })
    expect(await fixture.talk(ana)).toEqual(before)
  })
})

describe('a transfer', () => {
  beforeEach(() => fixture.set('sendMsgTransfTicket', 'enabled'))
  test('to a queue names it', async () => {
    await serve()
    await fixture.move(ana, { status: 'pending', queueId: fixture.queues[1]?.id ?? null, userId: null, transfer: true })
    expect(await said()).toBe('> Você foi transferido para o setor *Suporte*. Aguarde, já vamos atender você!')
  })
  test('out of the service of somebody who accepted without a queue is one for clients that do not call it so', async () => {
    await fixture.writes(ana, 'Oi')
    await fixture.move(ana, { status: 'open', userId: fixture.company.admin.id })
    expect((await fixture.ticketOf(ana)).queueId).toBeNull()
    await fixture.move(ana, { status: 'pending', queueId: fixture.queues[1]?.id ?? null, userId: null })
    expect(await said()).toBe('> Você foi transferido para o setor *Suporte*. Aguarde, já vamos atender você!')
  })
  test('to a person names them, also from clients that do not call it a transfer', async () => {
    const bia = await makeUser(fixture.company, { name: 'Bia', queueIds: fixture.queues.map(({ id }) => id) })
    await serve()
    await fixture.move(ana, { status: 'open', userId: bia.id })
    expect(await said()).toBe('> Você foi transferido para *Bia*. Aguarde, já vamos atender você!')
    await fixture.move(ana, {
      status: 'open',
      userId: fixture.company.admin.id,
      queueId: fixture.queues[1]?.id,
      transfer: true
    })
    expect(await said()).toContain('setor *Suporte* e será atendido por')
  })
  test('says nothing where the company does not want it, and accepting is none', async () => {
    await serve()
    const before = await fixture.talk(ana)
    await fixture.set('sendMsgTransfTicket', 'disabled')
    await fixture.move(ana, { status: 'pending', queueId: fixture.queues[1]?.id ?? null, userId: null, transfer: true })
    await fixture.set('sendMsgTransfTicket', 'enabled')
    await fixture.move(ana, { status: 'open' })
    expect(await fixture.talk(ana)).toEqual(before)
  })
})

describe('closing', () => {
  test('sends the completion message, and what comes next is a new conversation', async () => {
    await fixture.configure({ complationMessage: 'Até logo, {{firstName}}!' })
    await serve()
    const ticket = await close()
    expect(ticket).toMatchObject({ status: 'closed', chatbot: false, lastMessage: 'Até logo, Ana!' })
    expect((await fixture.writes(ana, 'Oi de novo'))[0]).toMatch(/^Olá!/)
    expect(await fixture.ticketOf(ana)).toMatchObject({ id: ticket.id, status: 'pending', chatbot: true })
  })
  test('closes nothing twice', async () => {
    await fixture.configure({ complationMessage: 'Até logo!' })
    await serve()
    await close()
    await close()
    expect((await fixture.talk(ana)).filter((line) => line === '> Até logo!')).toHaveLength(1)
  })
  test('says goodbye once when it is taken back, or reopened, and done again before a word was said', async () => {
    await fixture.configure({ complationMessage: 'Até logo!' })
    await serve()
    const goodbyes = async () => (await fixture.talk(ana)).filter((line) => line === '> Até logo!').length
    await close()
    await fixture.move(ana, { status: 'open' })
    await close()
    expect([await goodbyes(), (await fixture.ticketOf(ana)).status]).toEqual([1, 'closed'])
    await fixture.move(ana, { status: 'open' })
    await fixture.writes(ana, 'Mais uma coisa')
    await close()
    expect(await goodbyes()).toBe(2)
  })
  test('leaves the ticket closed when thanks come, and read', async () => {
    await fixture.configure({ complationMessage: 'Até logo!' })
    await serve()
    await close()
    const before = await fixture.talk(ana)
    expect([await fixture.writes(ana, 'Muito obrigada!'), await fixture.writes(ana, '👍')]).toEqual([[], []])
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0, lastMessage: '👍' })
    expect(await fixture.talk(ana)).toEqual([...before, '< Muito obrigada!', '< 👍'])
    expect((await fixture.writes(ana, 'Obrigada, mas falta um bolo'))[0]).toMatch(/^Olá!/)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'pending' })
  })
  test('opens it for thanks together with anything else, for those of another day, and for an answer to what we said since', async () => {
    await serve()
    await close()
    const opened = async () => {
      const { status } = await fixture.ticketOf(ana)
      await close()
      return status
    }
    await receiveMessages(app.ctx, fixture.ref, [inbound(ana, 'Obrigada'), inbound(ana, 'E o bolo?')])
    expect(await opened()).toBe('pending')
    await fixture.arrives(ana, 'Confirma para amanhã?', { fromMe: true })
    await fixture.arrives(ana, 'Ok')
    expect(await opened()).toBe('pending')
    app.clock.advance(25 * hour)
    await fixture.arrives(ana, 'Ok')
    expect(await opened()).toBe('pending')
  })
  test('says nothing and asks nothing where whoever closes it wants that', async () => {
    await fixture.configure({ complationMessage: 'Até logo!', ratingMessage: 'Gostou?' })
    await fixture.set('userRating', 'enabled')
    await serve()
    const before = await fixture.talk(ana)
    const ticket = await fixture.move(ana, { status: 'closed', justClose: true })
    await fixture.set('userRating', 'disabled')
    expect([ticket.status, await fixture.talk(ana)]).toEqual(['closed', before])
    expect((await fixture.writes(ana, '3'))[0]).toMatch(/^Olá!/)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'pending', chatbot: true })
  })
  test('works without a completion message', async () => {
    await serve()
    const before = await fixture.talk(ana)
    expect((await close()).status).toBe('closed')
    expect(await fixture.talk(ana)).toEqual(before)
  })
})

describe('a rating', () => {
  beforeEach(async () => {
    await fixture.set('userRating', 'enabled')
    await fixture.configure({ ratingMessage: 'Gostou?', complationMessage: 'Até logo!' })
    await serve()
    await fixture.writes(ana, '2 bolos, por favor')
    expect(await close()).toMatchObject({ status: 'closed', chatbot: true })
  })

  test('is asked for, stored, and thanked for; the ticket stays closed and read', async () => {
    expect(await said()).toBe(`> Gostou?\n\n${texts.ratingScale}`)
    expect(await cycleOf()).toMatchObject({ rating: null, ratingAt: expect.any(Date) as Date })
    expect(await fixture.writes(ana, '3')).toEqual([`${texts.thanks}\n\nAté logo!`])
    expect(await cycleOf()).toMatchObject({ rating: 3 })
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
  })

  test('is waited for in spite of thanks, which wake nobody, also behind the rating', async () => {
    expect(await fixture.writes(ana, 'Muito obrigada!')).toEqual([])
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
    expect(await fixture.writes(ana, '3')).toEqual([`${texts.thanks}\n\nAté logo!`])
    expect(await fixture.writes(ana, 'Eu que agradeço 🙏')).toEqual([])
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', unreadMessages: 0 })
    await sweep(25 * hour)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
  })

  test('and a wish that comes in the same moment both count', async () => {
    app.clock.advance(10_000)
    await fixture.arrives(ana, '3')
    await fixture.arrives(ana, 'Esqueci uma coisa')
    await app.drain()
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'pending', unreadMessages: 2 })
    expect(await cycleOf()).toMatchObject({ rating: null })
    const rated = await app.ctx.db.select().from(ticketTracking).where(eq(ticketTracking.rating, 3))
    expect(rated.map(({ ticketId }) => ticketId)).toContain((await fixture.ticketOf(ana)).id)
  })

  test('that is none opens the ticket again, with the menu', async () => {
    expect((await fixture.writes(ana, 'Esqueci uma coisa'))[0]).toMatch(/^Olá!/)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'pending', chatbot: true, queueId: null, userId: null })
    expect((await cycleOf())?.rating).toBeNull()
    expect(await fixture.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
  })

  test('comes too late after a day: the clock stops waiting', async () => {
    await sweep(25 * hour)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect((await fixture.writes(ana, '3'))[0]).toMatch(/^Olá!/)
    expect((await cycleOf())?.rating).toBeNull()
  })

  test('leaves the ticket to a person who takes it up meanwhile', async () => {
    await fixture.move(ana, { status: 'open' })
    expect(await fixture.writes(ana, '3')).toEqual([])
    expect((await fixture.ticketOf(ana)).status).toBe('open')
    expect((await cycleOf())?.rating).toBeNull()
  })
})

test('nobody who was not served is asked for a rating', async () => {
  await fixture.set('userRating', 'enabled')
  await fixture.writes(ana, 'Oi')
  const before = await fixture.talk(ana)
  expect(await close()).toMatchObject({ status: 'closed', chatbot: false })
  expect(await fixture.talk(ana)).toEqual(before)
})

describe('the clock', () => {
  const answer = async () => {
    const { id } = await serve()
    app.clock.advance(1_000)
    await fixture.call(sendMessage, { params: { ticketId: id }, body: { body: 'Mais alguma coisa?' } })
  }

  test('closes a ticket whose customer fell silent, with the words for it', async () => {
    await fixture.configure({ expiresTicket: 30, expiresInactiveMessage: 'Encerrando por inatividade.' })
    await answer()
    await sweep(29 * minute)
    expect((await fixture.ticketOf(ana)).status).toBe('open')
    await sweep(2 * minute)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect(await said()).toBe('> Encerrando por inatividade.')
    expect((await cycleOf())?.finishedAt).not.toBeNull()
    const talk = await fixture.talk(ana)
    await sweep(hour)
    expect(await fixture.talk(ana)).toEqual(talk)
  })

  test('never closes a ticket whose customer waits for an answer', async () => {
    await fixture.configure({ expiresTicket: 30 })
    await answer()
    await fixture.writes(ana, 'Sim!')
    await sweep(72 * hour)
    expect((await fixture.ticketOf(ana)).status).toBe('open')
  })

  test('closes what was forgotten for the hours of the company, without a word', async () => {
    await fixture.set('hoursCloseTicketsAuto', '48')
    await answer()
    const talk = await fixture.talk(ana)
    await sweep(47 * hour)
    expect((await fixture.ticketOf(ana)).status).toBe('open')
    await sweep(2 * hour)
    expect((await fixture.ticketOf(ana)).status).toBe('closed')
    expect(await fixture.talk(ana)).toEqual(talk)
  })

  test('closes a talk with the bot that the customer left, and none that waits for people', async () => {
    const eva = newCustomer()
    await fixture.writes(ana, 'Oi')
    await fixture.writes(eva, 'Oi')
    await fixture.writes(eva, '1')
    await sweep(25 * hour)
    expect(await fixture.ticketOf(ana)).toMatchObject({ status: 'closed', chatbot: false })
    expect((await fixture.ticketOf(eva)).status).toBe('pending')
  })

  test('closes nothing where the hours are 0', async () => {
    await fixture.set('hoursCloseTicketsAuto', '0')
    await answer()
    await sweep(1000 * hour)
    expect((await fixture.ticketOf(ana)).status).toBe('open')
  })

  test('moves who waits without a queue to the queue for it', async () => {
    await fixture.set('sendMsgTransfTicket', 'enabled')
    await fixture.configure({ transferQueueId: fixture.queues[1]?.id ?? null, timeToTransfer: 10 })
    await fixture.writes(ana, 'Oi')
    const { id } = await fixture.ticketOf(ana)
    // The database has a clock of its own, which the test cannot move.
    await app.ctx.db.update(ticketTracking).set({ queuedAt: app.clock.now() }).where(eq(ticketTracking.ticketId, id))
    await sweep(9 * minute)
    expect((await fixture.ticketOf(ana)).queueId).toBeNull()
    await fixture.writes(ana, 'alguém?')
    await sweep(2 * minute)
    expect(await fixture.ticketOf(ana)).toMatchObject({
      queueId: fixture.queues[1]?.id,
      chatbot: false,
      status: 'pending',
      handover: { kind: 'notTaken', from: '' }
    })
    expect(await said()).toContain('setor *Suporte*')
    expect(await fixture.writes(ana, '1')).toEqual([])
  })
})

describe('opening hours', () => {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
  const closed = days.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '00:00' }))
  const company = () => ({ params: { id: fixture.company.id } })

  test('of the company are said once, and the menu comes when it is open', async () => {
    await fixture.set('scheduleType', 'company')
    await fixture.configure({ outOfHoursMessage: 'Estamos fechados.' })
    await fixture.call(saveOpeningHours, { ...company(), body: { schedules: closed } })
    await app.drain()
    expect(await fixture.writes(ana, 'Oi')).toEqual(['Estamos fechados.'])
    expect(await fixture.writes(ana, 'Alguém?')).toEqual([])
    expect(await fixture.call(saveOpeningHours, { ...company(), body: { schedules: [] } })).toMatchObject({
      id: fixture.company.id,
      schedules: [],
      holidays: []
    })
    await app.drain()
    expect((await fixture.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
  })

  test('close a holiday of every year', async () => {
    await fixture.set('scheduleType', 'company')
    await fixture.configure({ outOfHoursMessage: 'Feriado!' })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(app.clock.now())
    const body = { schedules: [], holidays: [{ date: today, name: 'Feriado', everyYear: true }] }
    await fixture.call(saveOpeningHours, { ...company(), body })
    await app.drain()
    expect(await fixture.writes(ana, 'Oi')).toEqual(['Feriado!'])
  })

  test('of a queue are said where it is chosen', async () => {
    await fixture.set('scheduleType', 'queue')
    const body = { schedules: closed, outOfHoursMessage: 'As vendas estão fechadas.' }
    await fixture.call(updateQueue, { params: { id: fixture.queues[0]?.id ?? 0 }, body })
    await app.drain()
    await fixture.writes(ana, 'Oi')
    expect(await fixture.writes(ana, '1')).toEqual(['As vendas estão fechadas.'])
    expect(await fixture.ticketOf(ana)).toMatchObject({ queueId: fixture.queues[0]?.id, chatbot: false })
  })

  test('are said in an open ticket unless its attendant is there', async () => {
    await serve()
    await fixture.set('scheduleType', 'company')
    await fixture.configure({ outOfHoursMessage: 'Estamos fechados.' })
    await fixture.call(saveOpeningHours, { ...company(), body: { schedules: closed } })
    await app.drain()
    const isOnline = (online: boolean) =>
      app.ctx.db.update(users).set({ online }).where(eq(users.id, fixture.company.admin.id))
    await isOnline(true)
    expect(await fixture.writes(ana, 'Oi')).toEqual([])
    await isOnline(false)
    expect(await fixture.writes(ana, 'Oi?')).toEqual(['Estamos fechados.'])
  })
})

describe('calls', () => {
  const call = (n: number) => inbound(ana, { kind: 'call', body: 'audio' }, { waId: `call-${ana.number}-${n}` })
  test('are refused with a text where the company takes none, and the bot goes on afterwards', async () => {
    await fixture.set('call', 'disabled')
    expect(await fixture.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(1).waId })).toEqual([
      texts.callRefused
    ])
    expect((await fixture.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
    expect(await fixture.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(2).waId })).toEqual([
      texts.callRefused
    ])
    expect(await fixture.writes(ana, '1')).toEqual(['Bem-vindo a Vendas!'])
    expect(await fixture.writes(ana, { kind: 'call', body: 'video' }, { waId: call(3).waId })).toEqual([
      texts.callRefused
    ])
  })
  test('are let through where it does', async () => {
    expect(await fixture.writes(ana, { kind: 'call', body: 'audio' }, { waId: call(4).waId })).toEqual([])
    expect((await fixture.writes(ana, 'Oi'))[0]).toMatch(/^Olá!/)
  })
})
