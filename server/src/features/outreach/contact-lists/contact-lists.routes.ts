// Calls of contact lists and of the people in them.
import * as contract from '@guiche/shared/features/outreach/contact-lists.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './contact-lists.service.ts'
import { listImports, showImport, startListImport } from './import-list-items.ts'

export const contactListRoutes: Route[] = [
  mount(contract.listContactLists, (ctx, { actor, query }) => service.listPage(ctx, actor, query)),
  mount(contract.listAllContactLists, (ctx, { actor }) => service.listAll(ctx, actor)),
  mount(contract.showContactList, (ctx, { actor, params }) => service.showCountedList(ctx, actor, params.id)),
  mount(contract.createContactList, (ctx, { actor, body }) => service.createList(ctx, actor, body)),
  mount(contract.updateContactList, (ctx, { actor, params, body }) => service.renameList(ctx, actor, params.id, body)),
  mount(contract.deleteContactList, async (ctx, { actor, params }) => {
    await service.deleteList(ctx, actor, params.id)
    return { message: 'Contact list deleted' }
  }),
  mount(contract.uploadContactList, (ctx, { actor, params, request }) =>
    startListImport(ctx, actor, params.id, request)
  ),
  mount(contract.listContactListImports, (ctx, { actor, params }) => listImports(ctx, actor, params.id)),
  mount(contract.showContactListImport, (ctx, { actor, params }) => showImport(ctx, actor, params.id, params.importId)),
  mount(contract.listContactListItems, (ctx, { actor, query }) => service.listItems(ctx, actor, query)),
  mount(contract.showContactListItem, (ctx, { actor, params }) => service.showItem(ctx, actor, params.id)),
  mount(contract.createContactListItem, (ctx, { actor, body }) => service.createItem(ctx, actor, body)),
  mount(contract.updateContactListItem, (ctx, { actor, params, body }) =>
    service.updateItem(ctx, actor, params.id, body)
  ),
  mount(contract.deleteContactListItem, async (ctx, { actor, params }) => {
    await service.deleteItem(ctx, actor, params.id)
    return { message: 'Contact list item deleted' }
  })
]
