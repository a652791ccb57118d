// The tags screen's list, page by page, kept by calls and by events alike.
import {
  deleteTag,
  listTags,
  showTag,
  tagEvent,
  tagUsesEvent,
  type Tag,
  type TagRow
} from '@guiche/shared/features/inbox/tags.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'
import { createDelay } from '#platform/state/delay.ts'

export const tagRows = createPagedList<TagRow>({
  fetchPage: async (query, read) => {
    const { tags: items, count, hasMore } = await read(listTags, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

/** How many tickets carry a tag is known from the list alone. */
function rowOf(tag: Tag): TagRow {
  const known = tagRows.use.getState().items.find(({ id }) => id === tag.id)
  return { ticketsCount: known?.ticketsCount ?? 0, ...tag }
}

/** Puts in a saved tag. */
export const putTagRow = (tag: Tag, isNew = true): void => tagRows.upsert(rowOf(tag), isNew)

applyEvent(tagRows, tagEvent, (event) =>
  event.action === 'delete' ? { gone: event.tagId } : { row: rowOf(event.tag), isNew: event.action === 'create' }
)

/** Milliseconds in which further changes of the same tags are asked for together. */
const gathering = 300

const own = ofLogin(
  () => ({ moved: new Set<number>() }),
  () => countSoon.stop()
)

/** How many tickets carry a tag is the server's to count: it knows those that this person may not see. */
async function askForCounts(): Promise<void> {
  const ids = [...own().moved]
  own().moved.clear()
  for (const id of ids) {
    const tag = await call(showTag, { params: { id } }).catch(() => null)
    if (tag) tagRows.upsert(tag, false)
  }
}

const countSoon = createDelay(gathering, () => void askForCounts())

listen(tagUsesEvent, ({ tagIds }) => {
  const shown = new Set(tagRows.use.getState().items.map(({ id }) => id))
  const news = tagIds.filter((id) => shown.has(id))
  if (news.length === 0) return
  for (const id of news) own().moved.add(id)
  countSoon.restart()
})

/** Deletes a tag; its tickets stay. Errors: ApiError. */
export async function removeTag(id: number): Promise<void> {
  await call(deleteTag, { params: { id } })
  tagRows.remove(id)
}
