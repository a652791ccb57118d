// The small steps every part of the bot is made of: say something, hand over to a person, not understand.
import type { BotFlow } from '../flow/bot-flow.ts'
import type { BotEvent, BotState, BotStep } from './bot-state.ts'
import { textsIn } from './bot-texts.ts'
import { queueMenu } from './menus.ts'
import { spoken } from './robots.ts'

/** What a customer sent. */
export type Arrival = Extract<BotEvent, { at: number }>

/** What the bot is told to do, and the moment in milliseconds. */
export interface BotContext {
  flow: BotFlow
  now: number
}

/** Answers in a row that lead nowhere before a person takes over. */
const mostInvalid = 3
/** Milliseconds after a question in which what is no answer to it was on its way before the question was read. */
export const settling = 3_000

export const silent = (state: BotState): BotStep => ({ state, actions: [] })

/** Says a text, unless there is nothing to say. */
export const saying = (state: BotState, text: string, now: number): BotStep =>
  text.trim() === '' ? silent(state) : { state: spoken(state, now), actions: [{ type: 'say', text }] }

/** Says a text that an answer is expected to. */
export const asking = (state: BotState, text: string, now: number): BotStep =>
  saying({ ...state, askedAt: now }, text, now)

/** The customer is whoever's who answers instead of the bot, and this is for them. */
export function asksAutoResponder(state: BotState): BotStep {
  return {
    state: { ...state, phase: 'answerer', optionId: null, invalid: 0 },
    actions: [{ type: 'ask' }]
  }
}

/** The bot is done; the ticket waits for somebody. */
export const left = (state: BotState): BotState => ({ ...state, phase: 'person', invalid: 0 })

/** Says that somebody is called; who has no queue yet gets the one for those whom the bot could not help. */
const handOver = (state: BotState, { flow, now }: BotContext): BotStep =>
  saying({ ...left(state), queueId: state.queueId ?? flow.transferQueueId }, textsIn(flow.language).handOver, now)

/** The menu of queues under `before`; sent too often, a person takes over instead. */
export function showMenu(state: BotState, before: string, context: BotContext): BotStep {
  const { flow, now } = context
  if (flow.mostMenus > 0 && state.menus >= flow.mostMenus) return handOver(state, context)
  const asked: BotState = {
    ...state,
    phase: 'menu',
    queueId: null,
    optionId: null,
    menus: state.menus + 1,
    menuAt: now
  }
  return asking(asked, queueMenu(flow, before), now)
}

/** What is no answer counts, and too many of them lead to a person; `again` asks once more. */
export function misunderstood(
  state: BotState,
  heard: Arrival,
  context: BotContext,
  again: (state: BotState) => BotStep
): BotStep {
  const isUnderWay = state.askedAt !== null && heard.at < state.askedAt + settling
  if (heard.isStale || isUnderWay) return silent(state)
  const invalid = state.invalid + 1
  return invalid >= mostInvalid ? handOver(state, context) : again({ ...state, invalid })
}
