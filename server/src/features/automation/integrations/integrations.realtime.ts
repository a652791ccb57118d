// What a company sees when integrations change.
import { integrationEvent } from '@guiche/shared/features/automation/integrations.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { integrationRemoved, integrationSaved } from './integrations.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function integrationsRealtime(bus: EventBus): void {
  bus.project(integrationSaved, ({ integration: queueIntegration, isNew }) => [
    wireMessage(integrationEvent, everybodyOf(queueIntegration.companyId), {
      action: isNew ? 'create' : 'update',
      queueIntegration
    })
  ])
  bus.project(integrationRemoved, ({ companyId, integrationId }) => [
    wireMessage(integrationEvent, everybodyOf(companyId), { action: 'delete', integrationId })
  ])
}
