// What a campaign is put together of: contact lists and tags to choose from.
import { listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { listAllContactLists } from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { createWholeList } from '#platform/state/whole-list.ts'

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

export const listChoices = createWholeList(() => call(listAllContactLists, { query: {} }), byName)
export const tagChoices = createWholeList(() => call(listAllTags), byName)
