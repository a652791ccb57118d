// The scene of long tests: simulated WhatsApp, database behind a wire to cut, a desk in a process, a paired company.
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, messageEvent, sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { ReceivedPayload } from '@guiche/shared/kernel/wire-event.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import type { CustomerDraft, CustomerView } from '#simulator/types.ts'
import { proxyDatabase, type CuttableProxy } from './cuttable-proxy.ts'
import type { TestClient } from './test-client.ts'
import { prepareDesk, type Desk } from './desk-process.ts'
import { eventually } from './eventually.ts'
import { pairCompany } from './paired-company.ts'
import { createTestDatabase } from './test-database.ts'

export interface PairedServer {
  simulator: Simulator
  desk: Desk
  /** Straight to the database, past the wire. */
  databaseUrl: string
  databaseWire: CuttableProxy
  admin: TestClient
  connection: Connection
  /** Number of the paired phone. */
  phone: string
  stop(): Promise<void>
}

/** Call it in `beforeAll`, and `stop()` in `afterAll`. */
export async function startPairedServer(env: Record<string, string> = {}): Promise<PairedServer> {
  const simulator = await startSimulator({ api: false })
  const database = await createTestDatabase()
  const { url, proxy } = await proxyDatabase(database.url)
  const { whatsappUrl, caFile } = simulator
  const desk = await prepareDesk({ databaseUrl: url, whatsappUrl, caFile, env })
  await desk.start()
  const { admin, connections, phones } = await pairCompany(desk.url, simulator)
  const [connection] = connections
  const [phone] = phones
  if (!connection || !phone) throw new Error('nothing was paired')
  const stop = async () => {
    await desk.stop()
    await simulator.stop()
    await proxy.close()
    await database.drop()
  }
  return { simulator, desk, databaseUrl: database.url, databaseWire: proxy, admin, connection, phone, stop }
}

let customers = 0

export interface Conversation {
  customer: CustomerView
  ticketId: number
  history(): Promise<Message[]>
  /** Writes as the attendant. */
  say(body: string, further?: { quotedMsg?: { id: string }; clientId?: string }): Promise<Message>
  /** The newest message, once it is as wanted. */
  last(is: (message: Message) => boolean, what: string, patience?: number): Promise<Message>
}

/** The ticket of a customer, once there is one. */
function ticketOf({ admin }: PairedServer, { number, name }: CustomerView): Promise<Ticket> {
  return eventually(async () => {
    const { tickets } = await admin.call(listTickets, { query: { showAll: 'true', searchParam: name } })
    return tickets.find(({ contact }) => contact.number === number || contact.name === name)
  }, `a ticket of ${name}`)
}

/** A conversation in a ticket, for attendants who serve it. */
export function conversationIn(admin: TestClient, customer: CustomerView, ticketId: number): Conversation {
  const history = async () => (await admin.call(listMessages, { params: { ticketId }, query: {} })).messages
  return {
    customer,
    ticketId,
    history,
    say: async (body, further = {}) => {
      const { messages } = await admin.call(sendMessage, { params: { ticketId }, body: { body, ...further } })
      return messages[0] as Message
    },
    last: (is, what, patience) =>
      eventually(
        async () => {
          const message = (await history()).at(-1)
          return message && is(message) ? message : null
        },
        what,
        patience
      )
  }
}

/** A new customer who has written, with a ticket that the admin serves. */
export async function openConversation(scene: PairedServer, draft: Partial<CustomerDraft> = {}): Promise<Conversation> {
  const n = ++customers
  const drafted = { number: `55218${String(80_000_000 + n)}`, name: `Freguesa ${n}-${Date.now() % 1e6}`, ...draft }
  const customer = scene.simulator.createCustomer(drafted)
  await scene.simulator.send(scene.phone, customer.id, { type: 'text', text: 'Bom dia' })
  const { id } = await ticketOf(scene, customer)
  await scene.admin.call(updateTicket, { params: { id }, body: { status: 'open' } })
  return conversationIn(scene.admin, customer, id)
}

type Told = ReceivedPayload<typeof messageEvent>

/** What a console hears of messages from now on. */
export async function listenToMessages({ admin }: PairedServer) {
  const socket = await admin.socket()
  const told: Told[] = []
  socket.on(messageEvent.channel(admin.user.companyId), (payload: Told) => told.push(payload))
  return { told, of: (id: string) => told.filter(({ message }) => message.id === id), close: () => socket.disconnect() }
}
