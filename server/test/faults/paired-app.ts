// A server in the test's own process with a company whose connection is paired, and its customers.
import {
  createConnection,
  showConnection,
  type Connection,
  type ConnectionReason,
  type ConnectionStatus
} from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Config } from '#platform/config/env.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { trustMediaHost } from '#simulator/testing/baileys-client.ts'
import type { CustomerDraft, CustomerView } from '#simulator/types.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, unique, type Company, type Person } from '#test/fixtures/factories.ts'

export interface PairedApp {
  simulator: Simulator
  test: TestApp
  company: Company
  admin: Person
  /** The connection as it was when it was paired. */
  connection: Connection
  phone: string
  stop(): Promise<void>
}

/** Pairs a further connection of a company. */
export async function pairOne(simulator: Simulator, { test, admin }: Company) {
  const phone = await simulator.createPhone({ number: `551199${String(1_000_000 + unique())}` })
  const made = await admin.call(createConnection, { body: { name: `Linha ${unique()}` } })
  const { id } = accepted(test, made)
  const look = async () => accepted(test, await admin.call(showConnection, { params: { id }, query: {} }))
  const { qrcode } = await eventually(async () => {
    const now = await look()
    return now.qrcode === '' ? null : now
  }, 'a QR code')
  await simulator.scanQr(phone.number, qrcode)
  const connection = await eventually(async () => {
    const now = await look()
    return now.status === 'CONNECTED' ? now : null
  }, 'the connection to open')
  return { connection, phone: phone.number }
}

/** Call it in `beforeAll`, and `stop()` in `afterAll`. */
export async function startPairedApp(
  config: Partial<Config> = {},
  timings: TestAppOptions['timings'] = {}
): Promise<PairedApp> {
  const simulator = await startSimulator({ api: false })
  trustMediaHost(simulator)
  const test = await buildTestApp({
    config: { roles: ['api', 'jobs', 'sessions'], whatsappUrl: simulator.whatsappUrl, ...config },
    timings: { backOff: 0.2, closeGrace: 300, ...timings },
    // As a server has it: databases go away here.
    connectTimeout: 4
  })
  const company = await makeCompany(test)
  const { connection, phone } = await pairOne(simulator, company)
  const stop = async () => {
    await test.close()
    await simulator.stop()
  }
  return { simulator, test, company, admin: company.admin, connection, phone, stop }
}

/** Waits until the connection is as wanted. */
export function reaches(
  { test, admin, connection: { id } }: PairedApp,
  status: ConnectionStatus,
  reason: ConnectionReason | null = null
): Promise<Connection> {
  return eventually(
    async () => {
      const now = accepted(test, await admin.call(showConnection, { params: { id }, query: {} }))
      return now.status === status && now.statusReason === reason ? now : null
    },
    `${status} ${reason ?? ''}`
  )
}

/** A customer whom nobody knows yet. */
export function newWriter({ simulator }: PairedApp, draft: Partial<CustomerDraft> = {}): CustomerView {
  const n = unique()
  return simulator.createCustomer({ number: `55218${String(70_000_000 + n)}`, name: `Freguês ${n}`, ...draft })
}

/** Tickets of the company that a search finds, in every status. */
export const ticketsOf = async ({ test, admin }: PairedApp, searchParam: string): Promise<Ticket[]> =>
  accepted(test, await admin.call(listTickets, { query: { showAll: 'true', searchParam } })).tickets

/** The one ticket of a customer, once there is one. Errors: when there are two. */
export async function ticketOf(app: PairedApp, { name }: Pick<CustomerView, 'name'>): Promise<Ticket> {
  const tickets = await eventually(async () => {
    const found = await ticketsOf(app, name)
    return found.length > 0 ? found : null
  }, `a ticket of ${name}`)
  if (tickets.length > 1 || !tickets[0]) throw new Error(`${tickets.length} tickets of ${name}`)
  return tickets[0]
}

/** The newest messages of a ticket, oldest first. */
export const newestOf = async ({ test, admin }: PairedApp, ticketId: number): Promise<Message[]> =>
  accepted(test, await admin.call(listMessages, { params: { ticketId }, query: {} })).messages

/** All messages of a ticket, oldest first. */
export async function historyOf({ test, admin }: PairedApp, ticketId: number): Promise<Message[]> {
  const all: Message[] = []
  for (let before: string | undefined; ;) {
    const query = before === undefined ? {} : { before }
    const page = accepted(test, await admin.call(listMessages, { params: { ticketId }, query }))
    all.unshift(...page.messages)
    before = page.messages[0]?.id
    if (!page.hasMore) return all
  }
}

/** A customer who has written, and the ticket. The admin serves it, unless it shall wait: reading it counts as read then. */
export async function openChat(app: PairedApp, draft: Partial<CustomerDraft> = {}, isServed = true) {
  const customer = newWriter(app, draft)
  await writeAs(app, customer, 'Bom dia')
  const { id } = await ticketOf(app, customer)
  if (isServed) accepted(app.test, await app.admin.call(updateTicket, { params: { id }, body: { status: 'open' } }))
  const say = async (body: string): Promise<Message> => {
    const { messages } = accepted(
      app.test,
      await app.admin.call(sendMessage, { params: { ticketId: id }, body: { body } })
    )
    return messages[0] as Message
  }
  return { customer, ticketId: id, say, write: (text: string) => writeAs(app, customer, text) }
}

/** A customer writes. */
export const writeAs = ({ simulator, phone }: PairedApp, customer: Pick<CustomerView, 'id'>, text: string) =>
  simulator.send(phone, customer.id, { type: 'text', text })
