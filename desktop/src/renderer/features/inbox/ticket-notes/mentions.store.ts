// Notes that mention the signed-in person: asked for once, kept by calls and by events alike.
import { useEffect } from 'react'
import {
  listMentionable,
  listMentions,
  mentionEvent,
  readMentions,
  type Mention
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { useUser } from '#platform/session/session.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import type { Person } from '#ui/conversation/mention-text.ts'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { useLeaveText } from '#features/org/work-times/leave.store.ts'

const list = createWholeList<Mention>(
  (read) => read(listMentions),
  (a, b) => b.id - a.id
)

/** Newest first. */
export const useMentions = list.use
export const ensureMentions = list.ensure

export const unreadAmong = (mentions: readonly Mention[], ticketId?: number): Mention[] =>
  mentions.filter((one) => one.readAt === null && (ticketId === undefined || one.ticket.id === ticketId))

function markRead(noteIds: readonly number[], readAt: string): void {
  for (const id of noteIds) list.patch(id, { readAt })
}

/** Counts as read what mentions the person on one ticket, or on all. Errors: ApiError. */
export async function readMentionsOf(ticketId?: number): Promise<void> {
  const { ids } = await call(readMentions, { body: { ticketId } })
  markRead(ids, new Date(serverNow()).toISOString())
}

applyEvent(list, mentionEvent, (event) => {
  if (event.action === 'create') return { row: event.mention }
  return event.action === 'delete' ? { gone: event.noteId } : null
})
listen(mentionEvent, (event) => {
  if (event.action === 'read') markRead(event.noteIds, event.readAt)
})
listen(ticketEvent, (event) => {
  if (event.action !== 'delete') return
  for (const { id, ticket } of list.use.getState().items) if (ticket.id === event.ticketId) list.remove(id)
})

/** Everybody who may see the ticket but oneself, once it is wanted; nobody until the server has answered. */
export function useMentionable(ticketId: number, isWanted: boolean): Person[] {
  const { id } = useUser()
  const [people, setPeople] = useStateOf<Person[]>(ticketId, [])
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    // Without an answer a name is written like any other word.
    call(listMentionable, { query: { ticketId } }).then(
      (all) => isOver || setPeople(all.filter((one) => one.id !== id)),
      () => undefined
    )
    return () => {
      isOver = true
    }
  }, [ticketId, isWanted, id, setPeople])
  const colleagues = useColleagues(({ items }) => items)
  useEffect(() => {
    if (isWanted) void ensureColleagues()
  }, [isWanted])
  const leaveText = useLeaveText()
  return people.map((one) => {
    const away = leaveText(colleagues.find((colleague) => colleague.id === one.id) ?? {})
    return away === null ? one : { ...one, about: away }
  })
}
