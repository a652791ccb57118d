// Events of connections, and the hook of those who hold on to a connection.
import type { Connection, ConnectionReason, ConnectionStatus } from '@guiche/shared/features/inbox/connections.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

/** A connection is new or looks different now; whole, with its QR code. */
export const connectionChanged = domainEvent<Connection>('connection changed')
/** Status, QR code or retries moved, maybe nothing else. */
export const sessionChanged = domainEvent<Connection>('connection session changed')
/** The status moved from one to another; for those who must be told of an outage. */
export const connectionStatusMoved = domainEvent<{
  companyId: number
  connectionId: number
  from: ConnectionStatus
  to: ConnectionStatus
  reason: ConnectionReason | null
}>('connection status moved')
export const connectionRemoved = domainEvent<{ companyId: number; connectionId: number }>('connection removed')

/** Runs in the transaction that deletes a connection, while it is still there: let go of it here. */
export const beforeConnectionDelete = hook<[companyId: number, connectionId: number]>('before connection delete')
