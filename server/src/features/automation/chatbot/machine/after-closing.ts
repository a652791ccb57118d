// After a person closed a ticket: a rating is asked for, or the completion message is sent; then what is answered.
import type { BotFlow } from '../flow/bot-flow.ts'
import { begun, type BotState, type BotStep } from './bot-state.ts'
import { saying, silent, type BotContext, type Arrival } from './bot-steps.ts'
import { textsIn } from './bot-texts.ts'
import { isClosingRemark } from './closing-remarks.ts'
import { joined, ratingRequest } from './menus.ts'
import { ratingIn } from './read-answer.ts'

/** Milliseconds in which a number is a rating. */
export const ratingWindow = 24 * 3_600_000

/** A ticket was closed by a person; only who was served can rate. */
export function onResolved(state: BotState, wasServed: boolean, { flow, now }: BotContext): BotStep {
  const closed: BotState = { ...begun(state), phase: 'ended', ratingUntil: now + ratingWindow }
  if (!flow.asksRating || !wasServed) return saying(closed, flow.completion, now)
  return saying({ ...closed, phase: 'rating' }, ratingRequest(flow), now)
}

/** The closed ticket waits again; the only queue of a connection is its place. */
const reopened = (state: BotState, flow: BotFlow): BotState =>
  begun({ ...state, queueId: flow.queues.length === 1 ? (flow.queues[0]?.id ?? null) : null })

/**
 * What comes after a rating was asked for: the rating, thanks that want nothing, or a new conversation, which `goOn` leads.
 */
export function answerRating(
  state: BotState,
  heard: Arrival,
  { flow, now }: BotContext,
  goOn: (state: BotState) => BotStep
): BotStep {
  const texts = textsIn(flow.language)
  const answer = heard.type === 'text' && heard.at <= (state.ratingUntil ?? 0) ? heard.text : ''
  const rating = state.phase === 'rating' ? ratingIn(answer, texts.ratingNames) : null
  if (rating !== null) {
    const thanks = joined(texts.thanks, flow.completion)
    const { state: next, actions } = saying({ ...state, phase: 'rated' }, thanks, now)
    return { state: next, actions: [{ type: 'rate', rating }, ...actions] }
  }
  if (isClosingRemark(answer)) return { state, actions: [{ type: 'closing-remark' }] }
  const { state: next, actions } = heard.isStale ? silent(reopened(state, flow)) : goOn(reopened(state, flow))
  return { state: next, actions: [{ type: 'reopen' }, ...actions] }
}
