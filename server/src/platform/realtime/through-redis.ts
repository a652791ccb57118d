// Joins nodes through a stream of Redis; loaded only where there is one.
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import { BadConfiguration } from '#platform/config/env.ts'
import { nodePrefix as prefix, type BetweenNodes } from './node-link.ts'

/** Messages Redis keeps for a node that was cut off for a moment. */
const bufferedMessages = 20_000

/** Errors: BadConfiguration when it cannot be reached. */
export async function throughRedis(url: string, log: Logger): Promise<BetweenNodes> {
  const client = createClient({ url })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis is away'))
  const unreachable = new Promise<never>((_, fail) => {
    client.once('error', (error: Error) => fail(new BadConfiguration(`REDIS_URL: cannot be reached: ${error.message}`)))
  })
  // Once it is connected, a later failure is none of the start.
  unreachable.catch(() => {})
  await Promise.race([client.connect(), unreachable])
  return {
    adapter: createAdapter(client, { streamName: prefix, channelPrefix: prefix, maxLen: bufferedMessages }),
    close: async () => {
      // The farewell to the other nodes may still be on its way; a Redis that is away does not hold the stop up.
      await Promise.race([client.close(), sleep(1_000, undefined, { ref: false })])
      if (client.isOpen) client.destroy()
    }
  }
}
