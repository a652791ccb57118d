// What a company sees when AI prompts change or are used.
import { promptEvent } from '@guiche/shared/features/automation/ai-prompts.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { promptRemoved, promptSaved } from './ai-prompts.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function promptsRealtime(bus: EventBus): void {
  bus.project(promptSaved, ({ prompt, isNew }) => [
    wireMessage(promptEvent, everybodyOf(prompt.companyId), { action: isNew ? 'create' : 'update', prompt })
  ])
  bus.project(promptRemoved, ({ companyId, promptId }) => [
    wireMessage(promptEvent, everybodyOf(companyId), { action: 'delete', promptId })
  ])
}
