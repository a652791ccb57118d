// Which activity a change of a ticket's place is.
import type { ActivityKind } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { TicketBefore } from '#features/inbox/tickets/tickets.events.ts'

export interface Placed {
  kind: ActivityKind
  userId: number | null
  toUserId: number | null
  toQueueId: number | null
}

function kindOf(before: TicketBefore, after: TicketBefore): ActivityKind | null {
  const by = before.movedBy ?? null
  if (after.status === 'closed') return before.status === 'closed' ? null : 'resolved'
  if (before.status === 'closed') return 'reopened'
  const isOtherQueue = after.queueId !== before.queueId
  const isOtherUser = after.userId !== before.userId
  if (after.status === 'open' && isOtherUser && after.userId === by) return 'accepted'
  if (after.userId !== null && isOtherUser) return 'transferred'
  if (isOtherQueue && after.queueId !== null) return before.status === 'pending' && by === null ? null : 'transferred'
  return before.status === 'open' && after.status === 'pending' ? 'returned' : null
}

/**
 * What is noted of a ticket that was moved; null for nothing. The way of a new ticket through the bot's menu to its queue is
 * the bot's conversation, which says it already.
 */
export function activityOf(before: TicketBefore, after: TicketBefore): Placed | null {
  if (before.isLeave === true)
    return { kind: 'onLeave', userId: before.userId, toUserId: after.userId, toQueueId: null }
  const kind = kindOf(before, after)
  if (kind === null) return null
  const isTransfer = kind === 'transferred'
  return {
    kind,
    userId: before.movedBy ?? null,
    toUserId: isTransfer && after.userId !== before.userId ? after.userId : null,
    toQueueId: isTransfer && after.queueId !== before.queueId ? after.queueId : null
  }
}
