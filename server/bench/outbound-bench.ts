// How fast attendants' answers go out: from the call to WhatsApp's acknowledgement on the attendant's screen.
import { messageEvent, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import type { ReceivedPayload } from '@guiche/shared/kernel/wire-event.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase } from './bench-database.ts'
import { cpuOfTree, report, summarise } from './measure.ts'

const conversations = 50

/** Runs the part: answers written by one, by ten and by fifty at the same time; `scale` 1 is the full load. */
export async function benchOutbound(scale: number): Promise<void> {
  const simulator = await startSimulator({ api: false })
  const database = await startBenchDatabase()
  const { whatsappUrl, caFile } = simulator
  const env = { NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  const server = await prepareServer({ databaseUrl: database.url, whatsappUrl, caFile, env })
  await server.start()
  const { admin, phones } = await pairCompany(server.url, simulator, { plan: 'Bench' })
  await simulator.bulk({ phones, customers: conversations, messages: conversations, prefix: '55118' })
  const ids = await eventually(async () => {
    const pages = [1, 2, 3].map((pageNumber) =>
      admin.call(listTickets, { query: { status: 'pending', showAll: 'true', pageNumber } })
    )
    const found = (await Promise.all(pages)).flatMap(({ tickets }) => tickets.map(({ id }) => id))
    return found.length === conversations ? found : null
  }, 'the conversations')
  for (const id of ids) await admin.call(updateTicket, { params: { id }, body: { status: 'open' } })
  const acked = new Map<string, number>()
  const socket = await admin.socket()
  socket.on(messageEvent.channel(admin.user.companyId), ({ message }: ReceivedPayload<typeof messageEvent>) => {
    if (message.fromMe && message.ack > 0 && !acked.has(message.body)) acked.set(message.body, performance.now())
  })

  for (const writers of [1, 10, 50]) {
    const total = Math.max(50, Math.round((writers === 1 ? 200 : 1000) * scale))
    const called = new Map<string, number>()
    const taken: number[] = []
    await database.countStatements()
    const before = { cpu: cpuOfTree(server.pid() ?? 0), database: cpuOfTree(database.pid), at: performance.now() }
    const write = async (writer: number) => {
      for (let index = writer; index < total; index += writers) {
        const [body, at] = [`resposta ${writers}-${index}`, performance.now()]
        called.set(body, at)
        await admin.call(sendMessage, { params: { ticketId: ids[index % conversations] ?? 0 }, body: { body } })
        taken.push(performance.now() - at)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    await eventually(() => [...called.keys()].every((body) => acked.has(body)), 'the last tick', 300_000)
    const seconds = (performance.now() - before.at) / 1000
    const { calls } = await database.countStatements()
    report(`${total} answers, ${writers} at a time`, {
      'per second': Math.round(total / seconds),
      'ms CPU/answer, server': (((cpuOfTree(server.pid() ?? 0) - before.cpu) * 1000) / total).toFixed(2),
      database: (((cpuOfTree(database.pid) - before.database) * 1000) / total).toFixed(2),
      'statements/answer': (calls / total).toFixed(2)
    })
    report('  until the call is answered, ms', { ...summarise(taken) })
    const ticked = [...called].map(([body, at]) => (acked.get(body) ?? Infinity) - at)
    report('  until the tick is shown, ms', { ...summarise(ticked) })
  }
  socket.close()
  await server.stop()
  await simulator.stop()
  await database.stop()
}
