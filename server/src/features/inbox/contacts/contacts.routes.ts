// Calls of contacts.
import * as sheets from '@guiche/shared/features/inbox/contact-sheets.ts'
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
import { exportContacts } from './export-contacts.ts'
import { startImport } from './import-contacts.ts'
import { listSheetImports, showSheetImport } from './sheet-imports.ts'

export const contactRoutes: Route[] = [
  mount(sheets.startContactImport, (ctx, { actor, request }) => startImport(ctx, actor, request)),
  mount(sheets.listContactImports, (ctx, { actor }) => listSheetImports(ctx, actor.companyId, null)),
  mount(sheets.showContactImport, (ctx, { actor, params }) => showSheetImport(ctx, actor.companyId, null, params.id)),
  mount(sheets.exportContacts, (ctx, { actor, body }) => exportContacts(ctx, actor, body)),
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
