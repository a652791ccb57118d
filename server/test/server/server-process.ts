// A whole server in a process of its own, as IT runs it: started, killed and started again by tests and benchmarks.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { testSecret } from './test-secret.ts'

const main = new URL('../../src/main.ts', import.meta.url).pathname

export interface ServerProcessOptions {
  databaseUrl: string
  whatsappUrl: string
  /** PEM file of the simulator's media host. */
  caFile: string
  /** A free one when missing. */
  port?: number
  env?: Record<string, string>
}

export interface ServerProcess {
  url: string
  dataDir: string
  /** Undefined while it is not running. */
  pid(): number | undefined
  start(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** What it printed, newest last. */
  output(): string
}

/** Characters of output that are kept. */
const kept = 200_000
/** Milliseconds a start may take, on a machine that does much else. */
const patience = 180_000

/** Prepares a server on a free port; `start` runs it. */
export async function prepareServer({
  databaseUrl,
  whatsappUrl,
  caFile,
  env = {},
  ...wishes
}: ServerProcessOptions): Promise<ServerProcess> {
  const port = wishes.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-desk-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  let child: ChildProcess | null = null
  let text = ''

  const running = () => (child && child.exitCode === null && child.signalCode === null ? child : null)
  const isReady = () =>
    fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false
    )
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const server = running()
    if (!server) return null
    const gone = once(server, 'exit')
    server.kill(signal)
    const [code] = (await gone) as [number | null]
    return code
  }

  return {
    url,
    dataDir,
    pid: () => running()?.pid,
    output: () => text,
    start: async () => {
      const begun = spawn(process.execPath, [main], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          NODE_ENV: 'test',
          HOST: '127.0.0.1',
          PORT: String(port),
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          WHATSAPP_URL: whatsappUrl,
          NODE_EXTRA_CA_CERTS: caFile,
          APP_SECRET: testSecret,
          SUPER_PASSWORD: 'super-secret',
          LOG_LEVEL: 'warn',
          RATE_LIMIT: '1000000',
          RATE_LIMIT_LOGIN: '1000000',
          ...env
        }
      })
      child = begun
      for (const stream of [begun.stdout, begun.stderr]) {
        stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-kept)))
      }
      const until = Date.now() + patience
      while (!(await isReady())) {
        if (!running()) throw new Error(`the server ended while starting\n${text}`)
        if (Date.now() > until) throw new Error(`the server was not ready in time\n${text}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM')
  }
}
