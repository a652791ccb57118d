// A company whose connection has a bot, and customers who write to it without WhatsApp.
import { eq } from 'drizzle-orm'
import { createQueueOption, type QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { createConnection, updateConnection, type ConnectionPatch } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket, type Ticket, type TicketPatch } from '@guiche/shared/features/inbox/tickets.ts'
import { updateQueue, type Queue } from '@guiche/shared/features/org/queues.ts'
import { updateSetting, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { receiveMessages } from '#features/inbox/messages/receive-message.ts'
import type { Endpoint, EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { companies } from '#database/tables/companies.ts'
import type { ConnectionRef, InboundContent, InboundMessage } from '#platform/whatsapp-port.ts'
import type { TestApp } from './build-test-app.ts'
import { accepted, makeCompany, makeQueue, signIn, unique, type Company } from './factories.ts'
import type { Answer } from './inject-call.ts'
import { inbound, type Customer } from './inbound.ts'

type Wishes = Partial<Extract<InboundMessage, { type: 'message' }>>

export interface BotFixture {
  company: Company
  /** Calls as the admin, however far the clock was moved. Errors: a refused call. */
  call<E extends Endpoint>(endpoint: E, input?: EndpointInput<E>): Promise<Answer<E>['body']>
  ref: ConnectionRef
  queues: Queue[]
  set(key: SettingKey, value: string): Promise<void>
  configure(patch: ConnectionPatch): Promise<void>
  option(
    queue: Queue | undefined,
    title: string,
    further?: { message?: string; parentId?: number; fileListId?: number }
  ): Promise<QueueOption>
  /** Stores what a customer sends; the bot has not answered yet. */
  arrives(customer: Customer, content: string | InboundContent, wishes?: Wishes): Promise<void>
  /** The same, and everything that follows. Texts the customer got for it. */
  writes(customer: Customer, content: string | InboundContent, wishes?: Wishes): Promise<string[]>
  ticketOf(customer: Customer): Promise<Ticket>
  /** Everything in the customer's ticket: `<` received, `>` sent. */
  talk(customer: Customer): Promise<string[]>
  move(customer: Customer, patch: TicketPatch): Promise<Ticket>
}

/** Milliseconds an access token is used. */
const tokenLife = 5 * 60_000

/** Sales greets, support does not; the connection greets with `Olá!`. */
export async function createBotFixture(test: TestApp, queueNames = ['Vendas', 'Suporte']): Promise<BotFixture> {
  const company = await makeCompany(test)
  // Days may pass: a trial would end.
  await test.ctx.db.update(companies).set({ dueDate: null }).where(eq(companies.id, company.id))
  let { admin } = company
  let signedInAt = test.clock.now().getTime()
  const call: BotFixture['call'] = async (endpoint, input) => {
    const now = test.clock.now().getTime()
    if (now - signedInAt > tokenLife) {
      ;[admin, signedInAt] = [await signIn(test, admin), now]
      company.admin = admin
    }
    return accepted(test, await admin.call(endpoint, input))
  }
  const queues: Queue[] = []
  for (const name of queueNames) queues.push(await makeQueue(company, { name }))
  const [first] = queues
  if (first) {
    const body = { greetingMessage: `Bem-vindo a ${first.name}!` }
    await call(updateQueue, { params: { id: first.id }, body })
  }
  const body = { name: `Linha ${unique()}`, queueIds: queues.map(({ id }) => id), greetingMessage: 'Olá!' }
  const connection = await call(createConnection, { body })
  const ref = { companyId: company.id, connectionId: connection.id }
  await test.ctx.bus.drain()

  const ticketOf = async ({ number }: Customer): Promise<Ticket> => {
    const { tickets } = await call(listTickets, { query: { showAll: 'true' } })
    const closed = await call(listTickets, { query: { showAll: 'true', status: 'closed' } })
    const ticket = [...tickets, ...closed.tickets].find(({ contact }) => contact.number === number)
    if (!ticket) throw new Error(`no ticket of ${number}`)
    return ticket
  }
  const history = async (customer: Customer) => {
    const ticket = await ticketOf(customer).catch(() => null)
    if (!ticket) return []
    return (await call(listMessages, { params: { ticketId: ticket.id }, query: {} })).messages
  }
  const arrives: BotFixture['arrives'] = (customer, content, wishes = {}) =>
    receiveMessages(test.ctx, ref, [inbound(customer, content, { sentAt: test.clock.now(), ...wishes })])
  return {
    company,
    call,
    ref,
    queues,
    set: async (key, value) => {
      await call(updateSetting, { params: { key }, body: { value } })
      await test.ctx.bus.drain()
    },
    configure: async (patch) => {
      await call(updateConnection, { params: { id: connection.id }, body: patch as never })
      await test.ctx.bus.drain()
    },
    option: (queue, title, further = {}) =>
      call(createQueueOption, { body: { queueId: queue?.id ?? 0, title, ...further } as never }),
    arrives,
    writes: async (customer, content, wishes) => {
      const before = new Set((await history(customer)).map(({ id }) => id))
      // Later than the settling time of the question before.
      test.clock.advance(10_000)
      await arrives(customer, content, wishes)
      await test.drain()
      const now = await history(customer)
      return now.filter(({ id, fromMe }) => fromMe && !before.has(id)).map(({ body: text }) => text)
    },
    ticketOf,
    talk: async (customer) =>
      (await history(customer)).map(({ fromMe, body: text }) => `${fromMe ? '>' : '<'} ${text}`),
    move: async (customer, patch) => {
      const { id } = await ticketOf(customer)
      return call(updateTicket, { params: { id }, body: patch as never })
    }
  }
}
