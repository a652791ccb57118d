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
import { createMeanwhile } from '#platform/state/meanwhile.ts'
import { listen } from '#platform/net/realtime.ts'
import { keepBy } from '#platform/replica/keep-by.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface Duplicates {
  groups: DuplicateGroup[]
  hasMore: boolean
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
}

const none: Duplicates = { groups: [], hasMore: false, phase: 'loading', error: null }

export const useDuplicates = create<Duplicates>(() => none)
const meanwhile = createMeanwhile<DuplicateGroup[]>()
onLifecycle({
  signedOut: () => {
    meanwhile.drop()
    useDuplicates.setState(none)
  }
})

/** Looks for duplicates anew, behind what is shown. */
export async function findDuplicates(): Promise<void> {
  const begun = meanwhile.begin()
  try {
    const { groups, hasMore } = await call(listDuplicates)
    if (begun.isNewest()) useDuplicates.setState({ groups: begun.over(groups), hasMore, phase: 'ready', error: null })
  } catch (error) {
    if (begun.isNewest()) useDuplicates.setState({ phase: 'failed', error })
  } finally {
    begun.end()
  }
}

export const merges = createWholeList<ContactMerge>(
  async (read) => (await read(listMerges)).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

/** The contact that went is no longer offered; a group of one is no group. */
function dropFromGroups(goneId: number): void {
  const drop = (groups: DuplicateGroup[]) =>
    groups
      .map((group) => ({ ...group, contacts: group.contacts.filter(({ id }) => id !== goneId) }))
      .filter(({ contacts }) => contacts.length > 1)
  meanwhile.note(drop)
  useDuplicates.setState(({ groups }) => ({ groups: drop(groups) }))
}

keepBy(merges, contactMergeEvent, ({ merge }) => ({ row: merge }))
listen(contactMergeEvent, ({ merge }) => {
  if (merge.undoneAt === null) dropFromGroups(merge.goneId)
})

// Who was deleted is named by no merge any more, and is nobody's double.
listen(contactEvent, (event) => {
  if (event.action !== 'delete' || event.mergedInto !== undefined) return
  dropFromGroups(event.contactId)
  const { items } = merges.use.getState()
  for (const { id, keptId, goneId } of items) if ([keptId, goneId].includes(event.contactId)) merges.remove(id)
})

/** Makes two contacts one. Errors: ApiError. */
export async function mergeInto(keptId: number, goneId: number): Promise<void> {
  merges.upsert(await call(mergeContacts, { params: { id: keptId }, body: { contactId: goneId } }))
  dropFromGroups(goneId)
}

/** Makes them two again. Errors: ApiError. */
export async function takeBack(id: number): Promise<void> {
  merges.upsert(await call(undoMerge, { params: { id } }))
  await findDuplicates()
}

export const distinctions = createWholeList<ContactDistinction>(
  async (read) => (await read(listDistinctions)).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

keepBy(distinctions, contactDistinctionEvent, (event) =>
  event.action === 'create' ? { row: event.record } : { gone: event.id }
)

/** The contacts of a group are different people: it is offered no more. Errors: ApiError. */
export async function putAside(group: DuplicateGroup): Promise<void> {
  const [first] = group.contacts
  if (!first) return
  distinctions.upsert(await call(addDistinction, { body: { reason: group.reason, contactId: first.id } }))
  useDuplicates.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }))
  // The same contacts may have been found for another reason, and others have room now.
  await findDuplicates()
}

/** A group is offered again. Errors: ApiError. */
export async function offerAgain(id: number): Promise<void> {
  await call(removeDistinction, { params: { id } })
  distinctions.remove(id)
  await findDuplicates()
}
