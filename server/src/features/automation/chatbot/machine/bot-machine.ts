// The conversation engine: where a ticket stands, what happened, what the bot is told -> where it stands then, and what
// it does. Pure. At most one message for each event, and every way ends at a person.
import { autoResponderOf, type BotFlow } from '../flow/bot-flow.ts'
import { answerRating, onResolved } from './after-closing.ts'
import { begun, isClosing, isListening, type BotEvent, type BotState, type BotStep } from './bot-state.ts'
import {
  asksAutoResponder,
  asking,
  left,
  misunderstood,
  saying,
  showMenu,
  silent,
  type BotContext,
  type Arrival
} from './bot-steps.ts'
import { textsIn } from './bot-texts.ts'
import { closureOf, hasAnnouncedClosing } from './closed-hours.ts'
import { joined } from './menus.ts'
import { choiceOf, isRestart } from './read-answer.ts'
import { noteText, isRobotTalk } from './robots.ts'
import { answerOptions, enterQueue } from './walk-options.ts'

/** The first thing a customer hears. */
function open(state: BotState, context: BotContext): BotStep {
  const { flow, now } = context
  if (autoResponderOf(flow, state.queueId)) return asksAutoResponder(state)
  const [queue, another] = flow.queues
  if (!queue) return saying(left(state), flow.greeting, now)
  if (another) return showMenu(state, flow.greeting, context)
  // A queue that nobody chose greets where it asks something, or where the company wants it to.
  const own = flow.greetsAlone || queue.options.length > 0 ? queue.greeting : ''
  const greeting = joined(flow.greetsAlone ? flow.greeting : '', own)
  return enterQueue(state, queue, context, { greeting })
}

/** To the first menu again, from wherever the customer is. */
function restart(state: BotState, context: BotContext): BotStep {
  const { flow } = context
  const fresh: BotState = { ...state, phase: 'start', optionId: null, invalid: 0 }
  return flow.queues.length > 1 ? showMenu(fresh, flow.greeting, context) : open(fresh, context)
}

function answerMenu(state: BotState, heard: Arrival, context: BotContext): BotStep {
  const { flow, now } = context
  const names = flow.queues.map(({ name }) => name)
  const choice = heard.type === 'text' ? choiceOf(heard.text, names) : null
  const queue = choice === null ? undefined : flow.queues[choice]
  if (queue) return enterQueue(state, queue, context, { isChosen: true })
  const { invalid } = textsIn(flow.language)
  const isTooSoon = state.menuAt !== null && now - state.menuAt < flow.menuInterval
  return misunderstood(state, heard, context, (next) =>
    isTooSoon ? asking(next, invalid, now) : showMenu(next, invalid, context)
  )
}

/** Where nobody was asked anything that still stands. */
function isLost({ phase, queueId }: BotState, flow: BotFlow): boolean {
  return (
    (phase === 'menu' && flow.queues.length < 2) ||
    (phase === 'answerer' && autoResponderOf(flow, queueId) === null) ||
    (phase === 'options' && flow.queues.every(({ id, options }) => id !== queueId || options.length === 0))
  )
}

/** What a customer wrote into a ticket that is not closed. */
function answer(state: BotState, heard: Arrival, context: BotContext): BotStep {
  const { flow, now } = context
  if (state.phase === 'ended') return silent(state)
  const closed = closureOf(flow, state.queueId, now)
  const wantsMenu = heard.type === 'text' && isRestart(heard.text) && !heard.isStale && !heard.isServed
  // Out of a closed queue there is a way to the others; out of a closed company there is none.
  const hasMenu = closed === null ? flow.queues.length > 0 : flow.hours === null && flow.queues.length > 1
  if (wantsMenu && hasMenu) return restart(state, context)
  if (closed) {
    // In a queue that closed meanwhile somebody takes over in the morning.
    const waiting = flow.hours === null && isListening(state) ? left(state) : state
    if (heard.isStale || hasAnnouncedClosing(state, now)) return silent(waiting)
    return saying({ ...waiting, closedUntil: closed.until }, closed.text, now)
  }
  if (state.phase === 'person') return silent(state)
  if (state.phase === 'start' || isLost(state, flow)) return heard.isStale ? silent(state) : open(state, context)
  if (state.phase === 'answerer') return heard.isStale ? silent(state) : asksAutoResponder(state)
  if (state.phase === 'menu') return answerMenu(state, heard, context)
  const queue = flow.queues.find(({ id }) => id === state.queueId)
  if (!queue) return open(state, context)
  return answerOptions(state, heard, queue, context)
}

/** A call: its refusal is said once, and a call is never an answer. */
function onCall(state: BotState, heard: Arrival, context: BotContext): BotStep {
  const { flow, now } = context
  const ring = (next: BotState): BotStep =>
    flow.refusesCalls && !heard.isStale ? saying(next, textsIn(flow.language).callRefused, now) : silent(next)
  return isClosing(state) ? answerRating(state, heard, context, ring) : ring(state)
}

/** What happens next. Times in milliseconds; errors: none, whatever was written. */
export function step(state: BotState, event: BotEvent, context: BotContext): BotStep {
  const { now } = context
  if (event.type === 'began') return silent(begun(state))
  if (event.type === 'answered') return silent(isListening(state) && !isClosing(state) ? left(state) : state)
  if (event.type === 'resolved') return onResolved(state, event.wasServed, context)
  const knowing = event.type === 'text' ? noteText(state, event.text) : state
  if (isRobotTalk(knowing, now) && !isClosing(knowing)) {
    return silent(isListening(knowing) ? left(knowing) : knowing)
  }
  if (event.type === 'call') return onCall(knowing, event, context)
  const goOn = (next: BotState): BotStep => (isRobotTalk(next, now) ? silent(left(next)) : answer(next, event, context))
  return isClosing(knowing) ? answerRating(knowing, event, context, goOn) : goOn(knowing)
}
