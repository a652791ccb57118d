// `npm run demo`: the desk, a simulated WhatsApp and a company to try them with, from a fresh clone.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { people, seedDesk, seedSimulator } from './demo-company.ts'

const root = new URL('..', import.meta.url).pathname
const data = join(root, '.data/demo')
const page = join(root, 'desktop/dist/console/index.html')

/** Children that end with us, the server before the simulator. */
const children: ChildProcess[] = []

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })

/** The wanted port, or the next free one. */
const portFrom = async (wanted: number): Promise<number> => ((await isFree(wanted)) ? wanted : portFrom(wanted + 1))

/** Milliseconds; the newest change below a folder. */
const newestChange = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  )

const run = async (command: string, args: string[]): Promise<void> => {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

const buildConsole = async (): Promise<void> => {
  const sources = Math.max(newestChange(join(root, 'desktop/src')), newestChange(join(root, 'shared/src')))
  if (existsSync(page) && statSync(page).mtimeMs > sources) return
  console.info('Building the console …')
  await run('npm', ['run', '--silent', 'build', '-w', 'desktop'])
}

const start = (name: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  children.unshift(child)
  child.once('exit', (code) => {
    if (stopping) return
    console.error(`${name} ended unexpectedly (${code})`)
    void stop(1)
  })
  return child
}

let stopping = false
const stop = async (code = 0): Promise<void> => {
  if (stopping) return
  stopping = true
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
// npm hands no signal on: when it is ended, its place is taken by another process.
const startedBy = process.ppid
setInterval(() => process.ppid !== startedBy && void stop(), 1000).unref()

interface SimulatorAddresses {
  whatsappUrl: string
  apiUrl: string
  caFile: string
}

const startSimulator = async (): Promise<SimulatorAddresses> => {
  const [port, api, media] = [await portFrom(4600), await portFrom(4610), await portFrom(4620)]
  const child = start('The simulator', [
    'server/simulator/main.ts',
    ...['--json', '--port', String(port), '--api-port', String(api), '--media-port', String(media)],
    ...['--data-dir', join(data, 'simulator'), '--state-file', join(data, 'simulator/state')]
  ])
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  child.stdout?.resume()
  return JSON.parse(line.toString()) as SimulatorAddresses
}

const startDesk = async ({ whatsappUrl, caFile }: SimulatorAddresses): Promise<string> => {
  const port = await portFrom(Number(process.env['PORT'] ?? 3000))
  const url = `http://localhost:${port}`
  const child = start('The server', ['server/src/main.ts'], {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(data, 'desk'),
    WHATSAPP_URL: whatsappUrl,
    NODE_EXTRA_CA_CERTS: caFile,
    SUPER_PASSWORD: people.super.password,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn'
  })
  child.stdout?.pipe(process.stdout)
  for (;;) {
    const isReady = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false
    )
    if (isReady) return url
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

mkdirSync(data, { recursive: true })
await buildConsole()
console.info('Starting the simulated WhatsApp and the desk …')
const simulator = await startSimulator()
const desk = await startDesk(simulator)
await seedDesk(desk)
await seedSimulator(simulator.apiUrl, desk)

console.info(`
  Guichê is running.

    The desk                ${desk}/console/
      admin                 ${people.admin.email}   ${people.admin.password}
      attendant (Vendas)    ${people.seller.email}   ${people.seller.password}
      attendant (Suporte)   ${people.helper.email}   ${people.helper.password}
      super user            ${people.super.email}   ${people.super.password}

    The simulated phones    ${simulator.apiUrl}

  1. Sign in as admin and open Conexões: the connection shows its QR code.
  2. On the page of the simulated phones choose "Padaria Aurora" and pair the waiting QR code.
  3. Choose a customer there and write. Accept the ticket at the desk and answer.

  Stop with Ctrl+C. What you did is kept in .data/demo; delete that folder to start anew.
`)
