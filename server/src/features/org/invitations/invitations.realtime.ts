// What admins see when invitations change.
import { invitationEvent } from '@guiche/shared/features/org/invitations.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { invitationDeleted, invitationSaved } from './invitations.events.ts'

export function invitationsRealtime(bus: EventBus): void {
  bus.project(invitationSaved, ({ companyId, invitation, isNew }) => [
    wireMessage(
      invitationEvent,
      { companyId, rooms: [roomOf.holders(companyId, 'users-page:write')] },
      { action: isNew ? 'create' : 'update', invitation }
    )
  ])
  bus.project(invitationDeleted, ({ companyId, invitationId }) => [
    wireMessage(
      invitationEvent,
      { companyId, rooms: [roomOf.holders(companyId, 'users-page:write')] },
      { action: 'delete', invitationId }
    )
  ])
}
