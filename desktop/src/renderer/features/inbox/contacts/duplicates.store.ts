// Contacts that may be one person, and what was decided about them by hand, kept by calls and by events alike.
import { create } from 'zustand'
import {
  addDistinction,
  contactDistinctionEvent,
  contactMergeEvent,
  listDistinctions,
  listDuplicates,
  listMerges,
  mergeContacts,
  removeDistinction,
  undoMerge,
  type ContactDistinction,
  type ContactMerge,
  type DuplicateGroup
} from '@guiche/shared/features/inbox/contact-merges.ts'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

/** What the server has found last, as one row. */
const found = createWholeList<{ id: 'found'; groups: DuplicateGroup[]; hasMore: boolean }>(
  async (read) => [{ id: 'found', ...(await read(listDuplicates)) }],
  () => 0
)
/** Looks for duplicates anew, behind what is shown. */
export const findDuplicates = found.refresh

/** Contacts that went since: they are offered no more, whatever answer still names them. */
const useGone = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))
onLifecycle({ signedOut: () => useGone.setState({ ids: new Set() }) })

function noteGone(id: number, isGone: boolean): void {
  const ids = new Set(useGone.getState().ids)
  if (isGone) ids.add(id)
  else ids.delete(id)
  useGone.setState({ ids })
}

/** The groups that are offered now; a group of one is no group. */
export function offeredGroups(): DuplicateGroup[] {
  const [{ groups } = { groups: [] }] = found.use.getState().items
  const { ids } = useGone.getState()
  return groups
    .map((group) => ({ ...group, contacts: group.contacts.filter(({ id }) => !ids.has(id)) }))
    .filter(({ contacts }) => contacts.length > 1)
}

/** The groups that are offered, and how looking for them stands. */
export function useDuplicates() {
  const { items, phase, error } = found.use()
  useGone()
  return { groups: offeredGroups(), hasMore: items[0]?.hasMore === true, phase, error }
}

export const merges = createWholeList<ContactMerge>(
  async (read) => (await read(listMerges)).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

const noteMerge = ({ goneId, undoneAt }: ContactMerge): void => noteGone(goneId, undoneAt === null)

applyEvent(merges, contactMergeEvent, ({ merge }) => ({ row: merge }))
listen(contactMergeEvent, ({ merge }) => noteMerge(merge))

// Who was deleted is named by no merge any more, and is nobody's double.
listen(contactEvent, (event) => {
  if (event.action !== 'delete' || event.mergedInto !== undefined) return
  noteGone(event.contactId, true)
  const { items } = merges.use.getState()
  for (const { id, keptId, goneId } of items) if ([keptId, goneId].includes(event.contactId)) merges.remove(id)
})

function putMerge(merge: ContactMerge): void {
  merges.upsert(merge)
  noteMerge(merge)
}

/** Makes two contacts one. Errors: ApiError. */
export async function mergeInto(keptId: number, goneId: number): Promise<void> {
  putMerge(await call(mergeContacts, { params: { id: keptId }, body: { contactId: goneId } }))
}

/** Makes them two again. Errors: ApiError. */
export async function takeBack(id: number): Promise<void> {
  putMerge(await call(undoMerge, { params: { id } }))
  await findDuplicates()
}

export const distinctions = createWholeList<ContactDistinction>(
  async (read) => (await read(listDistinctions)).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

applyEvent(distinctions, contactDistinctionEvent, (event) =>
  event.action === 'create' ? { row: event.record } : { gone: event.id }
)

/** The contacts of a group are different people: it is offered no more. Errors: ApiError. */
export async function putAside(group: DuplicateGroup): Promise<void> {
  const [first] = group.contacts
  if (!first) return
  distinctions.upsert(await call(addDistinction, { body: { reason: group.reason, contactId: first.id } }))
  const [now] = found.use.getState().items
  const isOther = ({ reason, contacts }: DuplicateGroup) =>
    reason !== group.reason || contacts.every(({ id }) => id !== first.id)
  if (now) found.patch('found', { groups: now.groups.filter(isOther) })
  // The same contacts may have been found for another reason, and others have room now.
  await findDuplicates()
}

/** A group is offered again. Errors: ApiError. */
export async function offerAgain(id: number): Promise<void> {
  await call(removeDistinction, { params: { id } })
  distinctions.remove(id)
  await findDuplicates()
}
