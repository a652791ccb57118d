// A connection to PostgreSQL that shows by its lock that the process lives: the lock goes with it.
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { within } from '../within.ts'
import { lockSpace } from './nodes.repo.ts'

export type HeartbeatClient = Client & { connection: { stream: { destroy(): void } } }

/** How soon PostgreSQL ends a connection that has gone silent, in seconds. */
const silence = `
  set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`
/** Milliseconds that a new connection gets to be there, and then to take its lock. */
const connectPatience = 1_500

/** By itself a client would wait for an answer to its last word. */
export function destroy(client: HeartbeatClient): void {
  client.connection.stream.destroy()
  void client.end().catch(() => {})
}

/** Connects and takes a lock; `onGone` is called when the connection ends. Errors: neither came in time. */
export async function openWithLock(
  url: string,
  onGone: (client: HeartbeatClient) => void
): Promise<{ client: HeartbeatClient; lockKey: number }> {
  const client = new Client({
    connectionString: url,
    application_name: 'guiche-heartbeat',
    connectionTimeoutMillis: connectPatience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 3_000
  }) as HeartbeatClient
  client.on('error', () => onGone(client))
  client.on('end', () => onGone(client))
  // A new number for every connection: the one before may keep its lock until PostgreSQL has noticed.
  const lockKey = randomInt(1, 2 ** 31 - 1)
  const prepare = async () => {
    await client.query(silence)
    await client.query('select pg_advisory_lock($1, $2)', [lockSpace, lockKey])
  }
  try {
    await client.connect()
    await within(connectPatience, prepare())
    return { client, lockKey }
  } catch (error) {
    destroy(client)
    throw error
  }
}
