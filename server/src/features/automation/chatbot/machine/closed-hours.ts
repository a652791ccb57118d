// Outside opening hours the bot says so, once for as long as it stays closed.
import { isOpen, nextOpening } from '@guiche/shared/features/org/opening-hours.ts'
import type { BotFlow, FlowQueue } from '../flow/bot-flow.ts'
import type { BotState } from './bot-state.ts'

/** Milliseconds after which hours that never open are spoken of again. */
const longest = 24 * 3_600_000

export interface Closure {
  text: string
  /** When it opens again; milliseconds. */
  until: number
}

function closure(hours: BotFlow['hours'], text: string, now: number): Closure | null {
  const at = new Date(now)
  if (hours === null || text.trim() === '' || isOpen(hours, at)) return null
  return { text, until: nextOpening(hours, at)?.getTime() ?? now + longest }
}

/** A queue that is closed now, with what it says then; the connection speaks for a queue without words. */
export const queueClosure = (flow: BotFlow, queue: FlowQueue, now: number): Closure | null =>
  closure(queue.hours, queue.outOfHours.trim() === '' ? flow.outOfHours : queue.outOfHours, now)

/** What a ticket has to be told about hours now; null while it is open, or has nothing to say about it. */
export function closureOf(flow: BotFlow, queueId: number | null, now: number): Closure | null {
  if (flow.hours !== null) return closure(flow.hours, flow.outOfHours, now)
  const queue = flow.queues.find(({ id }) => id === queueId)
  return queue ? queueClosure(flow, queue, now) : null
}

/** True when the customer has heard of this closing already. */
export const hasAnnouncedClosing = ({ closedUntil }: BotState, now: number): boolean =>
  closedUntil !== null && now < closedUntil
