// The bot over WhatsApp: real Baileys, the simulated phones, a server in a process of its own that is killed in between.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createQueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { updateConnection } from '@guiche/shared/features/inbox/connections.ts'
import { listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { createQueue, updateQueue, type Queue } from '@guiche/shared/features/org/queues.ts'
import { saveOpeningHours } from '@guiche/shared/features/org/companies.ts'
import { updateSetting, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import type { CustomerView } from '#simulator/types.ts'
import { eventually } from '#test/eventually.ts'
import { startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'

const greeting = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
/** Milliseconds after which a message counts as an answer: three seconds, and WhatsApp's clock shows whole seconds. */
const settled = 4_200
/** Milliseconds after which a job of a killed server is somebody else's, and some more. */
const takeOver = 90_000

let scene: PairedServer
let sales: Queue
let support: Queue
let customers = 0

beforeAll(async () => {
  scene = await startPairedServer()
  const { admin, connection } = scene
  const make = (name: string, color: string) => admin.call(createQueue, { body: { name, color } as never })
  sales = await make('Vendas', '#2f9e44')
  support = await make('Suporte', '#1971c2')
  const body = { greetingMessage: 'Bem-vindo às vendas, {{firstName}}!' }
  await admin.call(updateQueue, { params: { id: sales.id }, body: body as never })
  const option = (title: string, further: object = {}) =>
    admin.call(createQueueOption, { body: { queueId: support.id, title, ...further } as never })
  const { id } = await option('Entrega', { message: 'Sobre a entrega:' })
  await option('Atrasada', { parentId: id, message: 'Vamos verificar.' })
  await option('Não chegou', { parentId: id })
  await option('Falar com uma pessoa')
  await admin.call(updateConnection, {
    params: { id: connection.id },
    body: { queueIds: [sales.id, support.id], greetingMessage: 'Olá!', complationMessage: 'Até logo!' } as never
  })
})
afterAll(() => scene.stop())

function newcomer(): CustomerView {
  const n = ++customers
  return scene.simulator.createCustomer({ number: `55218${String(70_000_000 + n)}`, name: `Freguês ${n}` })
}
const write = (who: CustomerView, text: string) => scene.simulator.send(scene.phone, who.id, { type: 'text', text })
const onPhone = (who: CustomerView): string[] =>
  scene.simulator.sentTo(scene.phone, who.id).map(({ text }) => text ?? '')
/** The customer's next message from the desk, the `count`th of all. */
async function reply(who: CustomerView, count: number, patience?: number): Promise<string> {
  const look = () => (onPhone(who).length >= count ? onPhone(who) : null)
  const texts = await eventually(look, `reply ${count} to ${who.name}`, patience)
  expect(texts).toHaveLength(count)
  return texts[count - 1] ?? ''
}
async function ask(who: CustomerView, text: string): Promise<string> {
  const before = onPhone(who).length
  await write(who, text)
  return reply(who, before + 1)
}
/** Until the question that came last has been read. */
const readQuestion = () => new Promise((go) => setTimeout(go, settled))
async function ticketOf(who: CustomerView, status?: Ticket['status']): Promise<Ticket> {
  const query = { showAll: 'true', searchParam: who.name, ...(status ? { status } : {}) }
  const { tickets } = await scene.admin.call(listTickets, { query: query as never })
  const ticket = tickets.find(({ contact }) => contact.name === who.name)
  if (!ticket) throw new Error(`no ticket of ${who.name}`)
  return ticket
}
const move = async (who: CustomerView, body: object) =>
  scene.admin.call(updateTicket, { params: { id: (await ticketOf(who)).id }, body: body as never })
const set = (key: SettingKey, value: string) => scene.admin.call(updateSetting, { params: { key }, body: { value } })

describe('a customer', () => {
  let ana: CustomerView
  beforeEach(() => {
    ana = newcomer()
  })

  test('is led to a queue, accepted, served, thanked and asked for a rating', async () => {
    await set('sendGreetingAccepted', 'enabled')
    await set('userRating', 'enabled')
    expect(await ask(ana, 'Bom dia')).toBe(greeting)
    expect(await ask(ana, '1')).toBe('Bem-vindo às vendas, Freguês!')
    expect(await ticketOf(ana)).toMatchObject({ status: 'pending', queueId: sales.id, chatbot: false })
    await move(ana, { status: 'open', greet: true })
    expect(await reply(ana, 3)).toMatch(/meu nome é/)
    await move(ana, { status: 'closed' })
    expect(await reply(ana, 4)).toMatch(/Responda com um número de 1 a 3/)
    expect(await ask(ana, '3')).toBe('Obrigado pela sua avaliação!\n\nAté logo!')
    expect(await ticketOf(ana, 'closed')).toMatchObject({ status: 'closed', unreadMessages: 0 })
    await set('userRating', 'disabled')
    await set('sendGreetingAccepted', 'disabled')
  })

  test('walks through the options, back and to the beginning', async () => {
    await ask(ana, 'Oi')
    expect(await ask(ana, 'Suporte')).toMatch(/^\*\[ 1 \]\* - Entrega\n\*\[ 2 \]\* - Falar com uma pessoa/)
    expect(await ask(ana, '1')).toMatch(/^Sobre a entrega:\n\n\*\[ 1 \]\* - Atrasada/)
    expect(await ask(ana, '1')).toMatch(/^Vamos verificar\./)
    expect(await ask(ana, '0')).toMatch(/^Sobre a entrega:/)
    expect(await ask(ana, '#')).toBe(greeting)
    await ask(ana, '2')
    expect(await ask(ana, '2')).toMatch(/vai atender você/)
    expect(await ticketOf(ana)).toMatchObject({ chatbot: false, queueId: support.id })
  })

  test('whom nobody understands gets a person', async () => {
    await ask(ana, 'Oi')
    for (const words of ['bolo', 'pão']) {
      await readQuestion()
      expect(await ask(ana, words)).toMatch(/^Não entendi/)
    }
    await readQuestion()
    expect(await ask(ana, 'café')).toMatch(/alguém da nossa equipe/)
    expect((await ticketOf(ana)).chatbot).toBe(false)
  })

  test('whom an attendant answers on the phone itself is left to them', async () => {
    await ask(ana, 'Oi')
    await scene.simulator.sendFromHandset(scene.phone, ana.id, { type: 'text', text: 'Oi, aqui é a Bia' })
    await eventually(async () => !(await ticketOf(ana)).chatbot, 'the bot to step back')
  })

  test('who calls is hung up on and told why, where calls are not taken', async () => {
    await set('call', 'disabled')
    const call = scene.simulator.startCall(scene.phone, ana.id)
    expect(await reply(ana, 1)).toMatch(/^Não atendemos chamadas/)
    const state = () => scene.simulator.calls().find(({ id }) => id === call.id)?.state
    await eventually(() => state() === 'rejected', 'the call to be rejected')
    await set('call', 'enabled')
    expect(await ask(ana, 'Oi')).toBe(greeting)
  })

  test('who writes at night is told so, and greeted when it is open', async () => {
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    const schedules = days.map((day) => ({ weekday: day, weekdayEn: day, startTime: '00:00', endTime: '00:00' }))
    const params = { id: scene.admin.user.companyId }
    await scene.admin.call(saveOpeningHours, { params, body: { schedules } as never })
    await set('scheduleType', 'company')
    const body = { outOfHoursMessage: 'Fechado, {{firstName}}.' }
    await scene.admin.call(updateConnection, { params: { id: scene.connection.id }, body: body as never })
    expect(await ask(ana, 'Oi')).toBe('Fechado, Freguês.')
    await set('scheduleType', 'disabled')
    expect(await ask(ana, 'E agora?')).toBe(greeting)
  })
})

test('another robot that answers everything is left to people after a few messages', async () => {
  const robot = newcomer()
  let answered = 0
  await write(robot, 'Olá, sou o assistente virtual da Loja X. Digite 9 para sair.')
  for (;;) {
    const before = answered
    answered = await eventually(async () => {
      const count = onPhone(robot).length
      if (count > before) return count
      return before > 0 && !(await ticketOf(robot)).chatbot ? before : null
    }, 'the bot to answer or to give up')
    if (answered === before) break
    expect(answered).toBeLessThanOrEqual(4)
    await readQuestion()
    await write(robot, `Desculpe, não entendi. Pedido ${answered}: digite 9 para sair.`)
  }
  expect((await ticketOf(robot)).chatbot).toBe(false)
})

test('killed again and again, the server answers everybody once', { timeout: 400_000 }, async () => {
  const crowd = Array.from({ length: 8 }, newcomer)
  const writeAll = async (text: string, killedAfter: number[]) => {
    for (const [index, who] of crowd.entries()) {
      await write(who, text)
      if (!killedAfter.includes(index)) continue
      await scene.server.kill()
      await scene.server.start()
    }
  }
  await writeAll('Oi', [2, 5])
  for (const who of crowd) expect(await reply(who, 1, takeOver)).toBe(greeting)
  await writeAll('1', [1, 6])
  for (const who of crowd) expect(await reply(who, 2, takeOver)).toBe('Bem-vindo às vendas, Freguês!')
  for (const who of crowd) {
    expect(await ticketOf(who)).toMatchObject({ status: 'pending', queueId: sales.id, chatbot: false })
    expect(onPhone(who)).toHaveLength(2)
  }
})
