// Joins nodes through notifications of PostgreSQL; loaded only where the database is one that nodes can share.
import { createAdapter } from '@socket.io/postgres-adapter'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { nodePrefix as prefix, type BetweenNodes } from './node-link.ts'

/** Nothing is asked of the database before the adapter is used. */
export function throughPostgres(connectionString: string, log: Logger): BetweenNodes {
  // One connection listens, one speaks: messages keep their order.
  const pool = new Pool({
    connectionString,
    max: 2,
    connectionTimeoutMillis: 5_000,
    application_name: 'guiche-nodes',
    keepAlive: true
  })
  const away = (error: unknown) => log.warn({ err: error }, 'messages between nodes are held up')
  pool.on('error', away)
  // The adapter keeps one to listen on, and leaves it in the pool when it breaks: nobody else hears of its error either.
  const taken = new Set<PoolClient>()
  pool.on('acquire', (client) => taken.add(client))
  pool.on('release', (_error, client) => taken.delete(client))
  pool.on('connect', (client) => {
    client.on('error', away)
    client.once('end', () => setImmediate(() => taken.has(client) && client.release(true)))
  })
  return {
    adapter: createAdapter(pool, {
      channelPrefix: prefix,
      // Bytes; PostgreSQL takes 7,999 in one notification.
      payloadThreshold: 7_900,
      errorHandler: away
    }),
    close: () => pool.end()
  }
}
