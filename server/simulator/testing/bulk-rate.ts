// Measures how fast a plain Baileys client with an empty handler takes a bulk run: `node server/simulator/testing/bulk-rate.ts 2000 200`.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startSimulator } from '../simulator.ts'
import { openClient } from './baileys-client.ts'

const [messages = '2000', customers = '200'] = process.argv.slice(2)
const phone = '5511900000001'
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined
const print = (text: string) => process.stdout.write(`${text}\n`)

if (process.send) await client()
else await server()

/** The client's process: pairs, and answers with its processor time when asked. */
async function client(): Promise<void> {
  const tell = (message: object) => process.send?.(message)
  const open = (url: string, from?: ReturnType<typeof openClient>) => {
    const simulator = { whatsappUrl: url } as Parameters<typeof openClient>[0]
    const made = openClient(simulator, from)
    made.sock.ev.removeAllListeners('messages.upsert')
    made.sock.ev.on('connection.update', ({ qr, connection }) => {
      if (qr) tell({ qr })
      if (connection === 'open') tell({ open: true })
      if (connection !== 'close') return
      if (made.closedWith !== 515) tell({ closed: made.closedWith })
      open(url, made)
    })
  }
  process.on('message', (message: { url?: string; cpu?: boolean }) => {
    if (message.url) open(message.url)
    if (message.cpu) tell({ cpu: process.cpuUsage() })
  })
}

async function server(): Promise<void> {
  const simulator = await startSimulator({ api: false })
  await simulator.createPhone({ number: phone })
  const child = fork(fileURLToPath(import.meta.url))
  const cpuOf = () =>
    new Promise<number>((resolve) => {
      const listen = ({ cpu }: { cpu?: NodeJS.CpuUsage }) => {
        if (!cpu) return
        child.off('message', listen)
        resolve((cpu.user + cpu.system) / 1000)
      }
      child.on('message', listen)
      child.send({ cpu: true })
    })
  child.on('message', ({ qr, closed }: { qr?: string; closed?: number }) => {
    if (qr) void simulator.scanQr(phone, qr)
    if (closed !== undefined) print(`the client lost its connection with ${closed} and comes back`)
  })
  child.send({ url: simulator.whatsappUrl })
  await simulator.waitFor(() => simulator.phone(phone).devices.some((device) => device.online && device.queued === 0))
  for (const round of ['first session', 'known', 'known']) {
    const draft = { phones: [phone], customers: Number(customers), messages: Number(messages), release: false }
    const before = process.cpuUsage()
    const prepared = Date.now()
    const run = await simulator.bulk(draft)
    const preparing = process.cpuUsage(before)
    const ready = Date.now() - prepared
    const clientBefore = await cpuOf()
    const released = process.cpuUsage()
    simulator.releaseBulk(run)
    await simulator
      .waitFor(() => simulator.bulkStats(run).acked === Number(messages), 120_000)
      .catch(() =>
        print(`not all taken: ${JSON.stringify([simulator.bulkStats(run), simulator.phone(phone).devices])}`)
      )
    const own = process.cpuUsage(released)
    const { startedAt = 0, lastAckAt = 0 } = simulator.bulkStats(run)
    const clientCpu = (await cpuOf()) - clientBefore
    const each = (ms: number) => (ms / Number(messages)).toFixed(3)
    print(
      `${round}: ${Math.round((Number(messages) * 1000) / (lastAckAt - startedAt))} msg/s; client ${each(clientCpu)} ms/msg, ` +
        `simulator ${each((own.user + own.system) / 1000)} ms/msg live, ${each((preparing.user + preparing.system) / 1000)} ms/msg ahead (${ready} ms)`
    )
  }
  child.kill()
  await simulator.stop()
}
