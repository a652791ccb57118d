// What is known of the contact lists that were opened: the list itself, the people in it and its imports.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { contactImportEvent } from '@guiche/shared/features/inbox/contact-sheets.ts'
import {
  contactListEvent,
  contactListItemEvent,
  deleteContactListItem,
  listContactListImports,
  listContactListItems,
  showContactList,
  showContactListImport,
  uploadContactList,
  type ContactList,
  type ContactListItem
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { putEntity, removeEntity } from '#platform/replica/entities.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createPagedList, type PagedList } from '#platform/replica/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'
import { upload } from '#platform/net/upload.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createImportSource, isUnderway, type ImportSource } from '#features/inbox/contacts/contact-imports.store.ts'

interface ShownList {
  list: ContactList | null
  /** Somebody deleted it, or it is of another company. */
  isGone: boolean
  /** Why the last look at it failed. */
  error: unknown
}

interface OpenList {
  use: UseBoundStore<StoreApi<ShownList>>
  people: PagedList<ContactListItem>
  imports: ImportSource
}

/** People of the first page: a list of which more is shown is not thrown back to its beginning. */
const firstPage = 20

const opened = ofLogin(() => new Map<number, OpenList>())

/** The stores of a list, the same ones each time. */
export function openList(id: number): OpenList {
  const known = opened().get(id)
  if (known) return known
  const params = { id }
  const made: OpenList = {
    use: create<ShownList>(() => ({ list: null, isGone: false, error: null })),
    people: createPagedList<ContactListItem>({
      fetchPage: async (query, read) => {
        const page = await read(listContactListItems, { query: { ...query, contactListId: id } })
        return { items: page.contacts, count: page.count, hasMore: page.hasMore }
      },
      compare: (a, b) => a.name.localeCompare(b.name),
      matches: ({ name, number, email }, search) => `${name} ${number} ${email}`.toLowerCase().includes(search)
    }),
    imports: createImportSource({
      into: 'list',
      list: async () => (await call(listContactListImports, { params })).records,
      start: (body) => upload(uploadContactList, { params, body }),
      show: (importId) => call(showContactListImport, { params: { id, importId } })
    })
  }
  opened().set(id, made)
  return made
}

/** Asks for the list itself anew. */
export async function refreshList(id: number): Promise<void> {
  const { use } = openList(id)
  await call(showContactList, { params: { id } }).then(
    (list) => use.setState({ list, isGone: false, error: null }),
    (error: unknown) => use.setState({ isGone: hasCode(error, 'ERR_NO_CONTACT_LIST_FOUND'), error })
  )
}

onLifecycle({
  online: () => {
    for (const [id, { use }] of opened()) if (use.getState().error !== null) void refreshList(id)
  }
})

const isShown = ({ people }: OpenList): boolean => people.use.getState().phase !== 'idle'

listen(contactListEvent, (event) => {
  if (event.action === 'delete') return opened().get(event.id)?.use.setState({ isGone: true })
  const { record } = event
  const open = opened().get(record.id)
  if (!open) return
  const before = open.use.getState().list
  open.use.setState({ list: record })
  // The check of the numbers went on: its results come with the people.
  const isChecked = before !== null && record.uncheckedCount < before.uncheckedCount
  const { items } = open.people.use.getState()
  if (isChecked && isShown(open) && (items.length <= firstPage || record.uncheckedCount === 0)) {
    void open.people.refresh()
  }
})

listen(contactListItemEvent, (event) => {
  const open = opened().get(event.action === 'delete' ? event.contactListId : event.record.contactListId)
  if (!open || !isShown(open)) return
  const { entities } = open.people
  if (event.action === 'delete') removeEntity(entities, event.id, { seq: event.seq })
  else putEntity(entities, event.record, { seq: event.seq, isNew: event.action === 'create' })
})

listen(contactImportEvent, ({ import: moved, seq }) => {
  const open = moved.contactListId === null ? undefined : opened().get(moved.contactListId)
  if (!open) return
  putEntity(open.imports.list.entities, moved, { seq })
  if (!isUnderway(moved) && isShown(open)) void open.people.refresh()
})

/** Takes somebody out of a list. Errors: ApiError. */
export async function removeFromList({ id, contactListId }: ContactListItem): Promise<void> {
  await call(deleteContactListItem, { params: { id } })
  openList(contactListId).people.remove(id)
}
