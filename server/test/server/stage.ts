// The whole scene for journeys in a process of its own: PostgreSQL, simulated WhatsApp, server, and a network to cut.
// Prints one JSON line with its addresses; `POST /<command>` to the control address acts on it. Ends with its stdin.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgresClient from 'postgres'
import { startSimulator } from '#simulator/simulator.ts'
import { startProxy } from './cuttable-proxy.ts'
import { prepareServer } from './server-process.ts'
import { fillCompany } from '../fixtures/fill-company.ts'
import { cloneTemplate, startTestPostgres } from './postgres-server.ts'

const postgres = await startTestPostgres()
const database = await cloneTemplate(postgres.templateUrl)
// Every journey pairs phones of its own.
const sql = postgresClient(database.url, { max: 1, onnotice: () => {} })
await sql`insert into plans (name, users, connections, queues) values ('Journeys', 100, 100, 100)`
await sql.end()
const simulator = await startSimulator({ apiPort: 0 })
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const serverPort = (probe.address() as AddressInfo).port
await new Promise((done) => probe.close(done))
const network = await startProxy({ host: '127.0.0.1', port: serverPort })
const url = `http://127.0.0.1:${network.port}`
const server = await prepareServer({
  databaseUrl: database.url,
  whatsappUrl: simulator.whatsappUrl,
  caFile: simulator.caFile,
  port: serverPort,
  env: {
    PUBLIC_URL: url,
    ...(Object.fromEntries(Object.entries(process.env).filter(([name]) => name === 'MAX_UPLOAD_MB')) as Record<
      string,
      string
    >)
  }
})
await server.start()

/** Gives the newest connection's company 10,000 tickets; its first one, open and the admin's, has 1,000 messages. */
async function fill(): Promise<{ uuid: string }> {
  const owner = postgresClient(database.url, { max: 1, onnotice: () => {} })
  try {
    const [connection] = await owner<{ companyId: number; id: number }[]>`
      select company_id::int as "companyId", id::int from connections order by id desc limit 1`
    if (!connection) throw new Error('there is no connection yet')
    const { companyId, id } = connection
    const [longest = 0] = await fillCompany(owner, { companyId, connectionId: id, tickets: 10_000, messages: 100_000 })
    const [ticket] = await owner<{ uuid: string }[]>`
      update tickets set status = 'open', updated_at = now(), user_id = (
        select id from users where company_id = ${companyId} and email like 'ana@%')
      where company_id = ${companyId} and id = ${longest} returning uuid`
    if (!ticket) throw new Error('the company was not filled')
    return ticket
  } finally {
    await owner.end()
  }
}

const commands: Record<string, () => Promise<unknown>> = {
  kill: () => server.kill(),
  start: () => server.start(),
  stop: () => server.stop(),
  cut: () => network.cut(),
  restore: () => network.restore(),
  output: async () => server.output(),
  fill
}

const control = createServer((request, answer) => {
  const command = commands[(request.url ?? '').slice(1)]
  if (!command) {
    answer.writeHead(404).end()
    return
  }
  command().then(
    (result) => answer.end(JSON.stringify(result ?? null)),
    (error: Error) => answer.writeHead(500).end(error.message)
  )
}).listen(0, '127.0.0.1')
await once(control, 'listening')

async function leave(): Promise<void> {
  control.close()
  await server.stop()
  await network.close()
  await simulator.stop()
  await database.drop()
  await postgres.stop()
  process.exit(0)
}
process.stdin.resume().once('end', () => void leave())
process.once('SIGTERM', () => void leave())

const addresses = {
  server: url,
  simulator: simulator.apiUrl,
  control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`
}
process.stdout.write(`${JSON.stringify(addresses)}\n`)
