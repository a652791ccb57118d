// Carries realtime messages from node to node: through Redis where there is one, otherwise through PostgreSQL.
import type { Logger } from 'pino'
import type { Config } from '#platform/config/env.ts'
import type { BetweenNodes } from './node-link.ts'

/**
 * Joins this node with the others of its database. A server with an embedded database is alone.
 * Errors: BadConfiguration when the configured Redis cannot be reached.
 */
export async function joinNodes(config: Config, log: Logger): Promise<BetweenNodes> {
  if (config.redisUrl) {
    const { throughRedis } = await import('./through-redis.ts')
    return throughRedis(config.redisUrl, log)
  }
  if (config.databaseUrl) {
    const { throughPostgres } = await import('./through-postgres.ts')
    return throughPostgres(config.databaseDirectUrl ?? config.databaseUrl, log)
  }
  return { adapter: undefined, close: async () => {} }
}

/** Milliseconds for which a node that was heard once counts as there: this one may have become deaf itself. */
const remembered = 10 * 60_000

/** Says whether there may be other nodes to tell; a server that is alone saves every message a trip to the database. */
export function createOthersWatch(nodes: BetweenNodes, adapter: () => object, now = Date.now): () => boolean {
  let heardAt = -Infinity
  return () => {
    if (nodes.adapter === undefined) return false
    const { nodesMap } = adapter() as { nodesMap?: Map<string, number> }
    // An adapter that keeps no list of nodes cannot tell that there are none.
    if (!nodesMap || nodesMap.size > 0) heardAt = now()
    return now() - heardAt < remembered
  }
}
