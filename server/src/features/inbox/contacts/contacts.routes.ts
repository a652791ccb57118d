// Calls of contacts.
import {
  createContact,
  deleteContact,
  listAllContacts,
  listContacts,
  showContact,
  updateContact
} from '@guiche/shared/features/inbox/contacts.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './contacts.service.ts'

export const contactRoutes: Route[] = [
  mount(listContacts, (ctx, { actor, query }) => service.listContacts(ctx, actor, query)),
  mount(listAllContacts, (ctx, { actor, query }) => service.listAllContacts(ctx, actor, query.name ?? '')),
  mount(showContact, (ctx, { actor, params }) => service.showContact(ctx, actor.companyId, params.id)),
  mount(createContact, (ctx, { actor, body }) => service.createContact(ctx, actor, body)),
  mount(updateContact, (ctx, { actor, params, body }) => service.updateContact(ctx, actor, params.id, body)),
  mount(deleteContact, async (ctx, { actor, params }) => {
    await service.deleteContact(ctx, actor, params.id)
    return { message: 'Contact deleted' }
  })
]
