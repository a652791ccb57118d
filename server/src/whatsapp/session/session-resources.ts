// What a session has from its start to its end, whichever socket is open: keys, journal, and what reports to the features.
import type { Logger } from 'pino'
import { markStep } from '#platform/events/message-steps.ts'
import { isOwn } from '../addresses/addresses.ts'
import { retryWhileDown } from '../database-trouble.ts'
import { openInbound, type SessionInbound } from '../inbound/session-inbound.ts'
import { createReceiptBatcher, type ReceiptBatcher } from '../inbound/receipts.ts'
import { type AckBook, createAckBook } from '../outbound/acks.ts'
import type { AuthState } from '../signal/auth-state.ts'
import { createDurableRepository, type DurableRepository } from '../signal/durable-repository.ts'
import type { OwnedRef } from '../signal/key-write.ts'
import { type BackgroundTasks, createBackgroundTasks } from './background-tasks.ts'
import { baileysLog, type ILogger } from '../wire/baileys-log.ts'
import type { SessionParts } from './session-types.ts'
import { createSocketCaches, type SocketCaches } from '../wire/socket-caches.ts'
import { createStatusReporter, type StatusReporter } from './status-reporter.ts'

export interface SessionResources {
  log: Logger
  /** For Baileys. */
  socketLog: ILogger
  auth: AuthState
  repository: DurableRepository
  inbound: SessionInbound
  acks: AckBook
  receipts: ReceiptBatcher
  reporter: StatusReporter
  caches: SocketCaches
  inBackground: BackgroundTasks
}

/** Opens them; `onLost`: a write was refused, since another node has taken the connection. */
export async function openSessionResources(
  parts: SessionParts,
  owned: OwnedRef,
  onLost: () => void
): Promise<SessionResources> {
  const { events, now } = parts
  const ref = { companyId: owned.companyId, connectionId: owned.connectionId }
  const log = parts.log.child({ ...ref })
  const socketLog = baileysLog(log)
  const caches = createSocketCaches()
  const inBackground = createBackgroundTasks(log)
  const receipts = createReceiptBatcher((batch) => events.receipts(ref, batch), log)
  const reporter = createStatusReporter((report) => events.status(ref, report), log)
  const auth = await parts.signal.open(owned, {
    onJournaled: (rows) => {
      markStep('durable', () => rows.map(({ attrs }) => attrs.id ?? ''))
      inbound.push(rows)
    },
    onPair: ({ phone, lid }) => {
      if (caches.announcedPairs.get(lid) || isOwn(lid, auth.own())) return
      inBackground('a pair of addresses', () => events.party(ref, { address: lid, phone, lid, isGroup: false }, null))
    },
    onLost
  })
  const inbound = openInbound({ ref, sql: parts.sql, log, events, addresses: auth, now })
  const wantsHistory = async (from: string) => {
    const { me } = auth.creds
    return me !== undefined && isOwn(from, auth.own()) && retryWhileDown(() => events.wantsHistory(ref, me.id))
  }
  const repository = createDurableRepository({
    keys: auth.keys,
    log: socketLog,
    onUnreadable: inbound.onUnreadable,
    patience: parts.timings.answer,
    wantsHistory
  })
  const acks = createAckBook()
  return { log, socketLog, auth, repository, inbound, acks, receipts, reporter, caches, inBackground }
}
