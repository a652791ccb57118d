// Who may see what of a connection.
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import type { Connection, ConnectionSession } from '@guiche/shared/features/inbox/connections.ts'
import type { Actor } from '#platform/actor.ts'

/** What is left for those who pair no phones: neither what pairs a phone nor what comes with it. */
export function withoutSecrets(connection: Connection): Connection {
  return {
    ...connection,
    token: null,
    qrcode: '',
    pairing: null,
    historyImport: null
  }
}

/** Whoever pairs the company's phones sees everything; the super user administers no other company's connections. */
export function shownTo(actor: Actor, connection: Connection): Connection {
  const isPairer = hasPermission(actor, 'connections-page:actionButtons') && actor.companyId === connection.companyId
  return isPairer ? connection : withoutSecrets(connection)
}

/** The part of a connection that moves while it pairs and reconnects. */
export function sessionOf(connection: Connection): ConnectionSession {
  const { id, name, status, qrcode, retries, pairing, number, historyImport } = connection
  const { statusReason, statusSince, updatedAt } = connection
  return { id, name, status, qrcode, retries, pairing, number, historyImport, statusReason, statusSince, updatedAt }
}
