// The company's WhatsApp connections, kept by calls and by events alike.
import {
  connectionEvent,
  connectionSessionEvent,
  deleteConnection,
  historyImportedEvent,
  listConnections,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { listen, reloadEverything } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { setConnectionChoices } from '#features/org/users/connection-choices.store.ts'

const list = createWholeList<Connection>(
  (read) => read(listConnections, { query: { session: 0 } }),
  (a, b) => a.id - b.id
)

// Users are a floor below and may not ask for connections themselves.
list.use.subscribe(({ items }) => setConnectionChoices(items.map(({ id, name }) => ({ id, name }))))

export const useConnections = list.use
export const ensureConnections = list.ensure
export const refreshConnections = list.refresh

/** The row of a connection as it is known now, to be remembered when a call starts; null when there is none. */
export const knownConnection = (id: number): Connection | null =>
  list.use.getState().items.find((connection) => connection.id === id) ?? null

/** Puts in what a call answered, unless events have told more of it since: a QR code may be quicker than the answer. */
export async function putConnection(answered: Connection, before: Connection | null): Promise<void> {
  // What is heard while the list is loaded stands in it from then on.
  await list.ensure()
  if (knownConnection(answered.id) === before) list.upsert(answered)
}

applyEvent(list, connectionEvent, (event) =>
  event.action === 'delete' ? { gone: event.whatsappId } : { row: event.whatsapp }
)
listen(connectionSessionEvent, ({ session }) => list.patch(session.id, session))

onLifecycle({
  // Codes that came while there was no line are not caught up on.
  online: () => {
    if (list.use.getState().items.some(isStarting)) void list.refresh()
  }
})

// Nobody was told of each contact, ticket and message.
listen(historyImportedEvent, reloadEverything)

/** Waits for its phone, or for the code to show it. */
const isStarting = ({ status }: Connection): boolean =>
  status === 'OPENING' || status === 'qrcode' || status === 'PAIRING'

/** The connection that is used when nobody chooses, once the list is known. */
export const defaultConnection = (): number | null =>
  list.use.getState().items.find(({ isDefault }) => isDefault)?.id ?? null

/** Deletes a connection. Errors: ApiError. */
export async function removeConnection(id: number): Promise<void> {
  await call(deleteConnection, { params: { id } })
  list.remove(id)
}

/** One connection by id, live; null when it is gone. */
export const useConnection = (id: number): Connection | null =>
  list.use(({ items }) => items.find((connection) => connection.id === id) ?? null)
