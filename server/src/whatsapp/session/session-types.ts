// What a session needs, what it can be asked, and how it ends.
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import type { OwnedRef } from '../signal/key-write.ts'
import type { SignalStore } from '../signal/signal-store.ts'
import type { OutboundParts } from '../outbound/outbound.ts'
import type { Timings } from '../timings.ts'

export interface SessionParts {
  config: Pick<Config, 'whatsappUrl' | 'whatsappDeviceName' | 'whatsappQrAttempts'>
  sql: Sql
  signal: SignalStore
  events: WhatsAppEvents
  log: Logger
  now: () => Date
  timings: Timings
  /** Asks the database whether this node still owns the session. */
  isOurs: (ref: OwnedRef) => Promise<boolean>
}

/** What a session is started with. */
export interface SessionStart {
  /** Number of the taking by which this node owns the connection. */
  epoch: number
  /** False, by this node's own clock, as soon as others may have taken it: nothing is sent any more. */
  mayRun: () => boolean
  /** Digits; one that is not paired yet asks for a code to be typed on that phone before it shows QR codes. */
  pairingNumber: string | null
}

/** `lost`: another node has it. `given-up`: WhatsApp or the clock ended it for good; the status is reported. */
export type SessionEnd = 'lost' | 'given-up'

/**
 * `release` says nothing, so that another node may go on; `fence` cuts the socket at once and waits for nothing; `stop`
 * reports it; the others also forget the pairing.
 */
export type StopKind = 'release' | 'fence' | 'stop' | 'renew' | 'logout'

export interface Session {
  ref: ConnectionRef
  /** What sends and asks need, or null while WhatsApp is not connected. */
  outbound(): OutboundParts | null
  /** Resolves when the session ended by itself; never after `stop`. */
  ended: Promise<SessionEnd>
  /** Resolves when WhatsApp has answered in some way: a QR code, an open socket, an end. */
  begun: Promise<void>
  stop(kind: StopKind): Promise<void>
}
