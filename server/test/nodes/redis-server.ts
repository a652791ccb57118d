// A Redis of our own on loopback, where the machine has one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/server/free-port.ts'

export interface RedisServer {
  /** For REDIS_URL. */
  url: string
  stop(): Promise<void>
}

/** Starts it without anything on disk. Errors: it does not come up. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'guiche-redis-'))
  const wishes = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn('redis-server', wishes, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((done, fail) => {
    child.once('exit', () => fail(new Error('redis-server did not start')))
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) done()
    })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
