// The breaker between two robots: a bot that talks too much, or to somebody who repeats themselves, falls silent.
import type { BotState } from './bot-state.ts'

/** Replies within `period` milliseconds after which a person has to look. */
export const mostReplies = 15
export const period = 10 * 60_000
/** The same long text so often in a row is no person. */
const mostRepeats = 3
/** Characters from which on a text counts as long: people do answer `1` three times. */
const longText = 20
/** Characters of a text that are remembered. */
const kept = 200

/** The state after the customer wrote a text. */
export function noteText(state: BotState, text: string): BotState {
  const cut = text.trim().slice(0, kept)
  const times = cut === state.heard.text ? state.heard.times + 1 : 1
  return { ...state, heard: { text: cut, times } }
}

/** The state after the bot spoke. */
export function spoken(state: BotState, now: number): BotState {
  return {
    ...state,
    said: [...state.said.filter((at) => at > now - period), now].slice(-mostReplies)
  }
}

/** True when this looks like two robots at work. */
export function isRobotTalk({ said, heard }: BotState, now: number): boolean {
  return (
    said.filter((at) => at > now - period).length >= mostReplies ||
    (heard.times >= mostRepeats && heard.text.length >= longText)
  )
}
