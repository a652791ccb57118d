// Received messages that could not be stored: the list of them, and another try on whichever node is asked.
import type { Logger } from 'pino'
import type { InboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Sql } from '#database/client.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { FailurePage, ReplayResult } from '#platform/inbound-failures.ts'
import type { WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { markFailed, readFailure, readFailures } from './journal.repo.ts'
import { readRow } from './read-row.ts'
import { reasonOf } from './store-items.ts'
import { storedAddresses } from '../signal/stored-addresses.ts'

export interface FailuresParts {
  sql: Sql
  secrets: Secrets
  events: WhatsAppEvents
  log: Logger
  now: () => Date
}

const pageSize = 20

/** A page of a company's failures, oldest first. */
export async function listFailures(sql: Sql, companyId: number, page: number): Promise<FailurePage> {
  const offset = (page - 1) * pageSize
  const { rows, count } = await readFailures(sql, companyId, offset, pageSize)
  const records = rows.map((row): InboundFailure => ({
    id: row.id,
    whatsappId: row.connectionId,
    chat: row.chat,
    reason: row.reason,
    attempts: row.attempts,
    receivedAt: row.receivedAt.toISOString(),
    failedAt: row.failedAt.toISOString()
  }))
  return { records, count, hasMore: offset + rows.length < count }
}

/** Tries to store a failure again; needs no session. Errors: AppError ERR_NO_INBOUND_FAILURE_FOUND. */
export async function replayFailure(parts: FailuresParts, companyId: number, id: number): Promise<ReplayResult> {
  const row = await readFailure(parts.sql, companyId, id)
  if (!row) throw new AppError('ERR_NO_INBOUND_FAILURE_FOUND')
  const ref = { companyId, connectionId: row.connectionId }
  const notify = () =>
    parts.events
      .failuresChanged(ref)
      .catch((error: unknown) => parts.log.warn({ ...ref, err: error }, 'nobody was told of the failures'))
  try {
    const message = await readRow(row, await storedAddresses(parts, ref), parts.now())
    await parts.events.inbound(ref, [message])
    await notify()
    return { id, stored: true, reason: null }
  } catch (error) {
    const reason = reasonOf(error)
    parts.log.warn({ ...ref, journalId: id, reason }, 'a replayed message could not be stored')
    await markFailed(parts.sql, { ...ref, id, attempts: 1, reason })
    return { id, stored: false, reason }
  }
}
