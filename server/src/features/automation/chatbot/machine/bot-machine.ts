// The conversation engine: where a ticket stands, what happened, what the bot is told -> where it stands then, and what
// it does. Pure. At most one message for each event, and every way ends at a person.
import { autoResponderOf, type BotFlow } from '../flow/bot-flow.ts'
import { answerRating, onResolved } from './after-closing.ts'
import { begun, isClosing, isListening, type BotEvent, type BotState, type BotStep } from './bot-state.ts'
import { asksAutoResponder, asking, handOver, left, misunderstood, saying, silent, type Heard } from './bot-steps.ts'
import { textsIn } from './bot-texts.ts'
import { closureOf, isTold } from './closed-hours.ts'
import { joined, queueMenu } from './menus.ts'
import { choiceOf, isRestart } from './read-answer.ts'
import { hear, isRobotTalk } from '../run/robots.ts'
import { answerOptions, enterQueue } from './walk-options.ts'

/** The menu of queues under `before`; sent too often, a person takes over instead. */
function showMenu(state: BotState, flow: BotFlow, before: string, now: number): BotStep {
  if (flow.mostMenus > 0 && state.menus >= flow.mostMenus) return handOver(state, flow, now)
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

/** The first thing a customer hears. */
function open(state: BotState, flow: BotFlow, now: number): BotStep {
  if (autoResponderOf(flow, state.queueId)) return asksAutoResponder(state)
  const [queue, another] = flow.queues
  if (!queue) return saying(left(state), flow.greeting, now)
  if (another) return showMenu(state, flow, flow.greeting, now)
  // A queue that nobody chose greets where it asks something, or where the company wants it to.
  const own = flow.greetsAlone || queue.options.length > 0 ? queue.greeting : ''
  return enterQueue(state, flow, queue, joined(flow.greetsAlone ? flow.greeting : '', own), now)
}

/** To the first menu again, from wherever the customer is. */
function restart(state: BotState, flow: BotFlow, now: number): BotStep {
  const fresh: BotState = { ...state, phase: 'start', optionId: null, invalid: 0 }
  return flow.queues.length > 1 ? showMenu(fresh, flow, flow.greeting, now) : open(fresh, flow, now)
}

function answerMenu(state: BotState, heard: Heard, flow: BotFlow, now: number): BotStep {
  const names = flow.queues.map(({ name }) => name)
  const choice = heard.type === 'text' ? choiceOf(heard.text, names) : null
  const queue = choice === null ? undefined : flow.queues[choice]
  if (queue) return enterQueue(state, flow, queue, queue.greeting, now, true)
  const { invalid } = textsIn(flow.language)
  const isTooSoon = state.menuAt !== null && now - state.menuAt < flow.menuInterval
  return misunderstood(state, heard, flow, now, (next) =>
    isTooSoon ? asking(next, invalid, now) : showMenu(next, flow, invalid, now)
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
function answer(state: BotState, heard: Heard, flow: BotFlow, now: number): BotStep {
  if (state.phase === 'ended') return silent(state)
  const closed = closureOf(flow, state.queueId, now)
  const wantsMenu = heard.type === 'text' && isRestart(heard.text) && !heard.isStale && !heard.isServed
  // Out of a closed queue there is a way to the others; out of a closed company there is none.
  const hasMenu = closed === null ? flow.queues.length > 0 : flow.hours === null && flow.queues.length > 1
  if (wantsMenu && hasMenu) return restart(state, flow, now)
  if (closed) {
    // In a queue that closed meanwhile somebody takes over in the morning.
    const waiting = flow.hours === null && isListening(state) ? left(state) : state
    if (heard.isStale || isTold(state, now)) return silent(waiting)
    return saying({ ...waiting, closedUntil: closed.until }, closed.text, now)
  }
  if (state.phase === 'person') return silent(state)
  if (state.phase === 'start' || isLost(state, flow)) return heard.isStale ? silent(state) : open(state, flow, now)
  if (state.phase === 'answerer') return heard.isStale ? silent(state) : asksAutoResponder(state)
  if (state.phase === 'menu') return answerMenu(state, heard, flow, now)
  const queue = flow.queues.find(({ id }) => id === state.queueId)
  if (!queue) return open(state, flow, now)
  return answerOptions(state, heard, flow, queue, now, (next) => showMenu(next, flow, '', now))
}

/** A call: its refusal is said once, and a call is never an answer. */
function onCall(state: BotState, heard: Heard, flow: BotFlow, now: number): BotStep {
  const ring = (next: BotState): BotStep =>
    flow.refusesCalls && !heard.isStale ? saying(next, textsIn(flow.language).callRefused, now) : silent(next)
  return isClosing(state) ? answerRating(state, heard, flow, now, ring) : ring(state)
}

/** What happens next. Times in milliseconds; errors: none, whatever was written. */
export function step(state: BotState, event: BotEvent, flow: BotFlow, now: number): BotStep {
  if (event.type === 'began') return silent(begun(state))
  if (event.type === 'answered') return silent(isListening(state) && !isClosing(state) ? left(state) : state)
  if (event.type === 'resolved') return onResolved(state, event.wasServed, flow, now)
  const knowing = event.type === 'text' ? hear(state, event.text) : state
  if (isRobotTalk(knowing, now) && !isClosing(knowing)) {
    return silent(isListening(knowing) ? left(knowing) : knowing)
  }
  if (event.type === 'call') return onCall(knowing, event, flow, now)
  const goOn = (next: BotState): BotStep =>
    isRobotTalk(next, now) ? silent(left(next)) : answer(next, event, flow, now)
  return isClosing(knowing) ? answerRating(knowing, event, flow, now, goOn) : goOn(knowing)
}
