// What the supervisor of a node and those who carry out its orders share.
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import type { OwnedRef } from '../signal/key-write.ts'
import type { Slots } from '#platform/work/slots.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { OwnedConnections } from './owned-connection.ts'
import type { Session, SessionStart } from '../session/session-types.ts'
import type { Timings } from '../timings.ts'

export interface SupervisorParts {
  sql: Sql
  /** Name of this node. */
  node: string
  events: WhatsAppEvents
  log: Logger
  timings: Timings
  /** Address of PostgreSQL itself, for the heartbeat. */
  directUrl: string
  /** Forgets the pairing of a connection without a session. */
  wipe: (ref: OwnedRef) => Promise<void>
  startSession: (ref: ConnectionRef, start: SessionStart) => Promise<Session>
}

/** A node with the connections it has taken. */
export interface RunningNode extends SupervisorParts {
  owned: OwnedConnections
  heartbeat: Heartbeat
  /** Places for sessions that open, and for those that are handed over. */
  openings: Slots
  handovers: Slots
  isStopped: boolean
  /** Looks at the connections at once. */
  wake(): void
}
