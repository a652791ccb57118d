// The received messages of a session: rows and stubs are read, and go in order to the features.
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import type { AddressBook } from '../addresses/addresses.ts'
import { type InboundQueue, startInbound } from './inbound.ts'
import { readRow } from './read-row.ts'
import { type AnnounceStub, createStubs } from './stubs.ts'

export interface SessionInboundParts {
  ref: ConnectionRef
  sql: Sql
  log: Logger
  events: WhatsAppEvents
  addresses: AddressBook
  now: () => Date
}

export interface SessionInbound extends Omit<InboundQueue, 'pushStub'> {
  /** Announces a stanza that cannot be decrypted, once. */
  onUnreadable: AnnounceStub
}

/** Starts it; it works as long as the node owns the session. */
export function openInbound({ ref, sql, log, events, addresses, now }: SessionInboundParts): SessionInbound {
  const queue = startInbound({
    ref,
    sql,
    log,
    read: (row) => readRow(row, addresses, now()),
    store: (batch) => events.inbound(ref, batch),
    failed: () => events.failuresChanged(ref)
  })
  const onUnreadable = createStubs({ own: () => addresses.own(), now, push: queue.pushStub })
  return { ...queue, onUnreadable }
}
