// Who may see what of a connection.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { Connection, ConnectionSession } from '@guiche/shared/features/inbox/connections.ts'
import type { Actor } from '#platform/actor.ts'

/** What is left for those who may not administer connections: neither what pairs a phone nor what comes with it. */
export function withoutSecrets(connection: Connection): Connection {
  return {
    ...connection,
    token: null,
    qrcode: '',
    pairing: null,
    historyImport: null
  }
}

/** Admins of the company see everything of it; the super user administers no other company's connections. */
export const shownTo = (actor: Actor, connection: Connection): Connection =>
  isAdmin(actor) && actor.companyId === connection.companyId ? connection : withoutSecrets(connection)

/** The part of a connection that moves while it pairs and reconnects. */
export function sessionOf(connection: Connection): ConnectionSession {
  const { id, name, status, qrcode, retries, pairing, number, historyImport } = connection
  const { statusReason, statusSince, updatedAt } = connection
  return { id, name, status, qrcode, retries, pairing, number, historyImport, statusReason, statusSince, updatedAt }
}
