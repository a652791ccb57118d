// Carries realtime messages from node to node: through Redis where there is one, otherwise through PostgreSQL.
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter'
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import type { ServerOptions } from 'socket.io'
import { BadConfiguration, type Config } from '#platform/config/env.ts'

export interface BetweenNodes {
  /** For Socket.IO; undefined on a server that is alone. */
  adapter: ServerOptions['adapter'] | undefined
  close(): Promise<void>
}

const prefix = 'guiche'

/** Messages Redis keeps for a node that was cut off for a moment. */
const keptMessages = 20_000

const throughRedis = async (url: string, log: Logger): Promise<BetweenNodes> => {
  const client = createClient({ url })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis is away'))
  const unreachable = new Promise<never>((_, fail) => {
    client.once('error', (error: Error) => fail(new BadConfiguration(`REDIS_URL: cannot be reached: ${error.message}`)))
  })
  // Once it is connected, a later failure is none of the start.
  unreachable.catch(() => {})
  await Promise.race([client.connect(), unreachable])
  return {
    adapter: createRedisAdapter(client, { streamName: prefix, channelPrefix: prefix, maxLen: keptMessages }),
    close: async () => client.destroy()
  }
}

const throughPostgres = (connectionString: string, log: Logger): BetweenNodes => {
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
    adapter: createPostgresAdapter(pool, {
      channelPrefix: prefix,
      // Bytes; PostgreSQL takes 7,999 in one notification.
      payloadThreshold: 7_900,
      errorHandler: away
    }),
    close: () => pool.end()
  }
}

/**
 * Joins this node with the others of its database. A server with an embedded database is alone.
 * Errors: BadConfiguration when the configured Redis cannot be reached.
 */
export const joinNodes = async (config: Config, log: Logger): Promise<BetweenNodes> => {
  if (config.redisUrl) return throughRedis(config.redisUrl, log)
  if (config.databaseUrl) return throughPostgres(config.databaseUrl, log)
  return { adapter: undefined, close: async () => {} }
}
