// What a company sees when file lists change.
import { fileListEvent } from '@guiche/shared/features/library/file-lists.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { fileListDeleted, fileListSaved } from './file-lists.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

async function discard(ctx: Ctx, { gone }: { gone: string[] }): Promise<void> {
  for (const key of gone) await discardFile(ctx, key)
}

export function fileListsRealtime(bus: EventBus): void {
  bus.project(fileListSaved, ({ record, isNew }) => [
    wireMessage(fileListEvent, everybodyOf(record.companyId), { action: isNew ? 'create' : 'update', record })
  ])
  bus.project(fileListDeleted, ({ companyId, id }) => [
    wireMessage(fileListEvent, everybodyOf(companyId), { action: 'delete', id })
  ])
  bus.on(fileListSaved, discard)
  bus.on(fileListDeleted, discard)
}
