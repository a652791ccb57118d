// Calls of contacts.
import * as sheets from '@guiche/shared/features/inbox/contact-sheets.ts'
import {
  createContact,
  deleteContact,
  listAllContacts,
  listContacts,
  revealNumber,
  showContact,
  updateContact,
  type Contact,
  type ContactShown
} from '@guiche/shared/features/inbox/contacts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './contacts.service.ts'
import { revealNumber as reveal } from './reveal-number.ts'
import * as erasing from './identity/erase-contact.ts'
import { exportContacts } from './sheets/export-contacts.ts'
import { startImport } from './sheets/import-contacts.ts'
import { listSheetImports, showSheetImport } from './sheets/sheet-imports.ts'

async function shown(ctx: Ctx, contact: Contact): Promise<ContactShown> {
  const [one] = await service.withConnection(ctx, contact.companyId, [contact])
  return one ?? { ...contact, whatsapp: null }
}

export const contactRoutes: Route[] = [
  mount(sheets.startContactImport, (ctx, { actor, request }) => startImport(ctx, actor, request)),
  mount(sheets.listContactImports, (ctx, { actor }) => listSheetImports(ctx, actor.companyId, null)),
  mount(sheets.showContactImport, (ctx, { actor, params }) => showSheetImport(ctx, actor.companyId, null, params.id)),
  mount(sheets.exportContacts, (ctx, { actor, body }) => exportContacts(ctx, actor, body)),
  mount(listContacts, async (ctx, { actor, query }) => {
    const page = await service.listContacts(ctx, actor, query)
    return { ...page, contacts: await service.withConnection(ctx, actor.companyId, page.contacts) }
  }),
  mount(listAllContacts, (ctx, { actor, query }) => service.listAllContacts(ctx, actor, query.name ?? '')),
  mount(showContact, async (ctx, { actor, params }) =>
    shown(ctx, await service.showContact(ctx, actor.companyId, params.id))
  ),
  mount(createContact, async (ctx, { actor, body }) => shown(ctx, await service.createContact(ctx, actor, body))),
  mount(updateContact, async (ctx, { actor, params, body }) =>
    shown(ctx, await service.updateContact(ctx, actor, params.id, body))
  ),
  mount(revealNumber, (ctx, { actor, params, body }) => reveal(ctx, actor, params.id, body.reason)),
  mount(deleteContact, async (ctx, { actor, params }) => {
    await erasing.deleteContact(ctx, actor, params.id)
    return { message: 'Contact deleted' }
  })
]
