// What a campaign is put together of: contact lists and tags to choose from.
import { listAllTags, type Tag } from '@guiche/shared/features/inbox/tags.ts'
import { listAllContactLists } from '@guiche/shared/features/outreach/contact-lists.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

export const listChoices = createWholeList<EndpointResult<typeof listAllContactLists>[number]>(
  (read) => read(listAllContactLists, { query: {} }),
  byName
)
export const tagChoices = createWholeList<Tag>((read) => read(listAllTags), byName)
