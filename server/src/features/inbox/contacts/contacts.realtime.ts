// What a company sees when contacts change.
import { contactImportEvent } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactEvent, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { contactImportMoved, contactRemoved, contactSaved } from './contacts.events.ts'

function message(companyId: number, payload: WirePayload<typeof contactEvent>): WireMessage[] {
  return [{ companyId, rooms: [roomOf.company(companyId)], name: contactEvent.channel(companyId), payload }]
}

export function contactsRealtime(bus: EventBus): void {
  bus.project(contactSaved, ({ contact, isNew }: { contact: Contact; isNew: boolean }) =>
    message(contact.companyId, { action: isNew ? 'create' : 'update', contact })
  )
  bus.project(contactRemoved, ({ companyId, contactId, mergedInto }) =>
    message(companyId, { action: 'delete', contactId, ...(mergedInto === undefined ? {} : { mergedInto }) })
  )
  bus.project(contactImportMoved, ({ companyId, import: moved }) => [
    {
      companyId,
      rooms: [roomOf.company(companyId)],
      name: contactImportEvent.channel(companyId),
      payload: { action: 'update', import: moved } satisfies WirePayload<typeof contactImportEvent>
    },
    ...(moved.contactListId === null && (moved.status === 'done' || moved.status === 'failed')
      ? message(companyId, { action: 'reload' })
      : [])
  ])
}
