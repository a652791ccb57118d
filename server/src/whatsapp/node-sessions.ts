// The sessions of this node: their own pool, their keys, the supervisor that runs them, and the notices that wake it.
import type { Logger } from 'pino'
import { openDatabase } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from './database-trouble.ts'
import { channels, ownsLease, parseNotice } from './nodes/lease.repo.ts'
import { createSupervisor } from './nodes/supervisor.ts'
import { startSession } from './session/session.ts'
import type { Session, SessionParts } from './session/session-types.ts'
import { createSignalStore } from './signal/signal-store.ts'
import type { Timings } from './timings.ts'

export interface NodeSessionsParts {
  config: Config
  databaseUrl: string
  /** Name of this node. */
  node: string
  secrets: Secrets
  events: WhatsAppEvents
  log: Logger
  now: () => Date
  timings: Timings
}

export interface NodeSessions {
  session(ref: ConnectionRef): Session | null
  /** Looks at the connections at once. */
  wake(): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Connections of the sessions' pool: two statements under way, and reads beside them. */
const poolSize = 4

/** Opens the pool and listens; no session runs before `start`. */
export function openNodeSessions(parts: NodeSessionsParts): NodeSessions {
  const { config, databaseUrl, node, events, log, timings } = parts
  const name = 'guiche-sessions'
  const sql = openDatabase({ url: databaseUrl, max: poolSize, name }).$client
  const signal = createSignalStore({ ...parts, sql })
  const sessionParts: SessionParts = {
    ...parts,
    sql,
    signal,
    isOurs: (ref) => retryWhileDown(() => ownsLease(sql, node, ref, ref.epoch))
  }
  const directUrl = config.databaseDirectUrl
  const supervisor = createSupervisor({
    sql,
    node,
    events,
    log,
    timings,
    directUrl: directUrl ?? databaseUrl,
    wipe: (ref) => signal.wipe(ref),
    startSession: (ref, start) => startSession(sessionParts, ref, start)
  })
  // Notices do not come through a pooler.
  const listener = directUrl === undefined ? sql : openDatabase({ url: directUrl, max: 1, name }).$client
  const listening = [
    listener.listen(channels.connections, () => supervisor.wake()),
    listener.listen(channels.outbox, (payload) => {
      const ref = parseNotice(payload)
      if (ref && supervisor.session(ref)?.outbound()) events.outboxFilled(ref)
    })
  ]
  for (const one of listening) one.catch((error: unknown) => log.warn({ err: error }, 'no notices: looking by itself'))
  return {
    session: (ref) => supervisor.session(ref),
    wake: () => supervisor.wake(),
    start: () => supervisor.start(),
    stop: async () => {
      await supervisor.stop()
      signal.close()
      await Promise.all([sql.end({ timeout: 5 }), listener === sql || listener.end({ timeout: 5 })])
    }
  }
}
