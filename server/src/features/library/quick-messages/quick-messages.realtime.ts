// What people see when quick messages change: everybody those of the company, each person the own ones.
import { quickMessageEvent } from '@guiche/shared/features/library/quick-messages.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { quickMessageDeleted, quickMessageSaved } from './quick-messages.events.ts'

export function quickMessagesRealtime(bus: EventBus): void {
  bus.project(quickMessageSaved, ({ record, isNew, wasGeral }) => {
    const { companyId, userId, geral, id } = record
    const everybody = [roomOf.company(companyId)]
    const owner = userId === null ? [] : [roomOf.user(companyId, userId)]
    const action = isNew ? 'create' : 'update'
    const saved = wireMessage(quickMessageEvent, { companyId, rooms: geral ? everybody : owner }, { action, record })
    if (geral || !wasGeral) return [saved]
    const others = { companyId, rooms: everybody, except: owner }
    return [saved, wireMessage(quickMessageEvent, others, { action: 'delete', id })]
  })
  bus.project(quickMessageDeleted, ({ companyId, id }) => [
    wireMessage(quickMessageEvent, { companyId, rooms: [roomOf.company(companyId)] }, { action: 'delete', id })
  ])
  bus.on(quickMessageDeleted, (ctx, { fileKey }) => discardFile(ctx, fileKey))
}
