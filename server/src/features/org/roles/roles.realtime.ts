// What those who look after people see when roles change.
import { roleEvent } from '@guiche/shared/features/org/roles.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { roleDeleted, roleSaved } from './roles.events.ts'

const holders = (companyId: number) => ({ companyId, rooms: [roomOf.holders(companyId, 'users-page:write')] })

export function rolesRealtime(bus: EventBus): void {
  bus.project(roleSaved, ({ role, isNew }) => [
    wireMessage(roleEvent, holders(role.companyId), { action: isNew ? 'create' : 'update', role })
  ])
  bus.project(roleDeleted, ({ companyId, roleId }) => [
    wireMessage(roleEvent, holders(companyId), { action: 'delete', roleId })
  ])
}
