// Contacts that may be one person, and the merges done by hand, kept by calls and by events alike.
import { create } from 'zustand'
import {
  contactMergeEvent,
  listDuplicates,
  listMerges,
  mergeContacts,
  undoMerge,
  type ContactMerge,
  type DuplicateGroup
} from '@guiche/shared/features/inbox/contact-merges.ts'
import { call } from '#platform/http.ts'
import { listen } from '#platform/realtime.ts'
import { onSignedOut } from '#platform/session.ts'
import { createWholeList } from '#platform/whole-list.ts'

interface Duplicates {
  groups: DuplicateGroup[]
  hasMore: boolean
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
}

const none: Duplicates = { groups: [], hasMore: false, phase: 'loading', error: null }

export const useDuplicates = create<Duplicates>(() => none)
onSignedOut(() => useDuplicates.setState(none))

/** Looks for duplicates anew, behind what is shown. */
export const findDuplicates = async (): Promise<void> => {
  try {
    useDuplicates.setState({ ...(await call(listDuplicates)), phase: 'ready', error: null })
  } catch (error) {
    useDuplicates.setState({ phase: 'failed', error })
  }
}

export const merges = createWholeList<ContactMerge>(
  async () => (await call(listMerges)).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

const putMerge = (merge: ContactMerge): void => {
  if (merges.use.getState().phase !== 'idle') merges.upsert(merge)
}

/** The contact that went is no longer offered; a group of one is no group. */
const dropFromGroups = (goneId: number): void =>
  useDuplicates.setState(({ groups }) => ({
    groups: groups
      .map((group) => ({ ...group, contacts: group.contacts.filter(({ id }) => id !== goneId) }))
      .filter(({ contacts }) => contacts.length > 1)
  }))

listen(contactMergeEvent, ({ merge }) => {
  putMerge(merge)
  if (merge.undoneAt === null) dropFromGroups(merge.goneId)
})

/** Makes two contacts one. Errors: ApiError. */
export const mergeInto = async (keptId: number, goneId: number): Promise<void> => {
  putMerge(await call(mergeContacts, { params: { id: keptId }, body: { contactId: goneId } }))
  dropFromGroups(goneId)
}

/** Makes them two again. Errors: ApiError. */
export const takeBack = async (id: number): Promise<void> => {
  putMerge(await call(undoMerge, { params: { id } }))
  await findDuplicates()
}
