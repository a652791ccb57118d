// Inside a queue: its greeting, its options, back and restart, and the end of the way at a person.
import { pathTo, type BotFlow, type FlowOption, type FlowQueue } from '../flow/bot-flow.ts'
import type { BotState, BotStep } from './bot-state.ts'
import {
  asking,
  asksAutoResponder,
  left,
  misunderstood,
  saying,
  showMenu,
  silent,
  type BotContext,
  type Arrival
} from './bot-steps.ts'
import { textsIn } from './bot-texts.ts'
import { hasAnnouncedClosing, queueClosure } from './closed-hours.ts'
import { joined, optionMenu } from './menus.ts'
import { choiceOf, isBack } from './read-answer.ts'

/** What the customer chooses among at a place: an option of the queue, or null for the queue itself. */
function stepAt(flow: BotFlow, queue: FlowQueue, option: FlowOption | null, before: string): string {
  const options = option?.children ?? queue.options
  const isDeep = option !== null
  // With one queue alone there is no menu of queues to go back to.
  return optionMenu(flow, before, options, { back: isDeep || flow.queues.length > 1, restart: isDeep })
}

/**
 * Into a queue: closed, it says so; where an AI prompt or an integration answers it goes on there; without options somebody
 * takes over; else the customer chooses. `isChosen`: the customer said which queue, and nothing else yet.
 */
export function enterQueue(
  state: BotState,
  queue: FlowQueue,
  { flow, now }: BotContext,
  { greeting = queue.greeting, isChosen = false } = {}
): BotStep {
  const inside: BotState = { ...state, queueId: queue.id, optionId: null, invalid: 0 }
  const closed = queueClosure(flow, queue, now)
  if (closed) {
    const waiting = { ...left(inside), closedUntil: closed.until }
    return hasAnnouncedClosing(state, now) && state.queueId === queue.id
      ? silent(waiting)
      : saying(waiting, closed.text, now)
  }
  if (queue.autoResponder) {
    // A flow outside greets by itself; a prompt waits for what the customer wants: the number of a queue is no question.
    if (!isChosen || queue.autoResponder.kind !== 'prompt') return asksAutoResponder(inside)
    const welcome = greeting.trim() === '' ? textsIn(flow.language).howToHelp : greeting
    return saying({ ...inside, phase: 'answerer' }, welcome, now)
  }
  if (queue.options.length === 0) return saying(left(inside), greeting, now)
  return asking({ ...inside, phase: 'options' }, stepAt(flow, queue, null, greeting), now)
}

/** To an option: a message, files, its own options, or, where there is nothing of them, somebody of the team. */
function enterOption(state: BotState, queue: FlowQueue, option: FlowOption, { flow, now }: BotContext): BotStep {
  const inside: BotState = { ...state, phase: 'options', optionId: option.id, invalid: 0 }
  const { fileListId } = option
  if (option.children.length === 0 && option.message.trim() === '' && fileListId === null) {
    return saying(left(inside), textsIn(flow.language).waiting, now)
  }
  const asked = asking(inside, stepAt(flow, queue, option, option.message), now)
  if (fileListId === null) return asked
  return { ...asked, actions: [...asked.actions, { type: 'send-files', fileListId }] }
}

/** What a customer answers inside a queue. */
export function answerOptions(state: BotState, heard: Arrival, queue: FlowQueue, context: BotContext): BotStep {
  const { flow, now } = context
  // An option that is gone leaves the customer at the beginning of the queue.
  const path = (state.optionId === null ? [] : pathTo(queue.options, state.optionId)) ?? []
  const here = path.at(-1) ?? null
  const options = here?.children ?? queue.options
  const answer = heard.type === 'text' ? heard.text : null

  if (answer !== null && isBack(answer)) {
    const above = path.at(-2)
    if (above) return enterOption(state, queue, above, context)
    if (here === null && flow.queues.length > 1) return showMenu(state, '', context)
    return enterQueue(state, queue, context)
  }
  // At the end of a way everything said was said: whoever writes on wants a person.
  if (options.length === 0) return heard.isStale ? silent(state) : silent(left(state))
  const choice =
    answer === null
      ? null
      : choiceOf(
          answer,
          options.map(({ title }) => title)
        )
  // One option alone is no choice: any word takes it, but not one that was written before it was offered.
  const only = answer !== null && options.length === 1 ? options[0] : undefined
  const chosen = choice === null ? undefined : options[choice]
  if (chosen) return enterOption(state, queue, chosen, context)
  return misunderstood(state, heard, context, (next) =>
    only
      ? enterOption(next, queue, only, context)
      : asking(next, stepAt(flow, queue, here, joined(textsIn(flow.language).invalid)), now)
  )
}
