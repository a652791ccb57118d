// What a company sees when connections change: everybody without the QR code, whoever pairs phones with it.
import { connectionEvent, connectionSessionEvent } from '@guiche/shared/features/inbox/connections.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { connectionChanged, connectionRemoved, sessionChanged } from './connections.events.ts'
import { sessionOf, withoutSecrets } from './connections.policy.ts'

const everybody = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })
function pairers(companyId: number) {
  return { companyId, rooms: [roomOf.holders(companyId, 'connections-page:actionButtons')] }
}
const others = (companyId: number) => ({ ...everybody(companyId), except: pairers(companyId).rooms })

export function connectionsRealtime(bus: EventBus): void {
  bus.project(connectionChanged, (connection) => [
    wireMessage(connectionEvent, others(connection.companyId), {
      action: 'update',
      whatsapp: withoutSecrets(connection)
    }),
    wireMessage(connectionEvent, pairers(connection.companyId), { action: 'update', whatsapp: connection })
  ])
  bus.project(connectionRemoved, ({ companyId, connectionId }) => [
    wireMessage(connectionEvent, everybody(companyId), { action: 'delete', whatsappId: connectionId })
  ])
}

/** QR codes live for seconds, so nobody catches up on them: they are sent and forgotten. */
export function publishSessions(bus: EventBus): void {
  bus.on(sessionChanged, ({ realtime }, connection) => {
    const publish = (audience: ReturnType<typeof others>, shown: typeof connection) =>
      realtime.publish(wireMessage(connectionSessionEvent, audience, { action: 'update', session: sessionOf(shown) }))
    publish(others(connection.companyId), withoutSecrets(connection))
    publish({ ...pairers(connection.companyId), except: [] }, connection)
  })
}
