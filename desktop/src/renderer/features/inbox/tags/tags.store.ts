// The company's tags, and which of them a ticket carries; kept by calls and by events alike.
import { createTag, listAllTags, syncTicketTags, tagEvent, type Tag } from '@guiche/shared/features/inbox/tags.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { queuePalette } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { drawTicket, putTicketPart } from '#features/inbox/tickets/replica/tickets.store.ts'

const list = createWholeList<Tag>(
  (read) => read(listAllTags),
  (a, b) => a.name.localeCompare(b.name)
)

export const useTags = list.use
export const ensureTags = list.ensure

applyEvent(list, tagEvent, (event) => (event.action === 'delete' ? { gone: event.tagId } : { row: event.tag }))

/** Adds a tag in a colour that few others have. Errors: ApiError. */
export async function addTag(name: string): Promise<Tag> {
  const { items } = list.use.getState()
  const uses = (color: string) => items.filter((tag) => tag.color === color).length
  const [color] = queuePalette.slice(0, 20).toSorted((a, b) => uses(a) - uses(b))
  const tag = await call(createTag, { body: { name, color } })
  list.upsert(tag)
  return tag
}

/** Sets a ticket's tags to exactly these, at once. Errors: ApiError. */
export async function setTicketTags(ticket: Ticket, tags: Ticket['tags']): Promise<void> {
  const wanted = tags.map(({ id }) => ({ id }))
  await drawTicket(ticket.id, { tags }, async () => {
    const answer = await call(syncTicketTags, { body: { ticketId: ticket.id, tags: wanted } })
    putTicketPart(ticket.id, { tags: answer.tags }, answer)
  })
}
