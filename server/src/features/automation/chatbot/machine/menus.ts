// Puts the bot's messages together: greeting and menu are one message, so that no answer has two replies.
import type { BotFlow, FlowOption } from '../flow/bot-flow.ts'
import { textsIn } from './bot-texts.ts'

/** Parts that say something, with a blank line between them. */
export function joined(...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}

const line = (sign: string | number, text: string): string => `*[ ${sign} ]* - ${text}`

const numbered = (names: readonly string[]): string => names.map((name, index) => line(index + 1, name)).join('\n')

/** The menu of queues under what is said before it. */
export const queueMenu = (flow: BotFlow, before: string): string =>
  joined(before, numbered(flow.queues.map(({ name }) => name)))

/** A step of a queue's menu: what is said, the choices, and the ways back there are. */
export function optionMenu(
  flow: BotFlow,
  before: string,
  options: readonly FlowOption[],
  ways: { back: boolean; restart: boolean }
): string {
  const { back, restart } = textsIn(flow.language)
  const returns = [...(ways.back ? [line(0, back)] : []), ...(ways.restart ? [line('#', restart)] : [])]
  return joined(before, numbered(options.map(({ title }) => title)), returns.join('\n'))
}

/** Asks for a rating; the scale is always said, for the answer has to be one of its numbers. */
export function ratingRequest(flow: BotFlow): string {
  const texts = textsIn(flow.language)
  return joined(flow.ratingRequest.trim() === '' ? texts.ratingRequest : flow.ratingRequest, texts.ratingScale)
}
