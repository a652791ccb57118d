// A pointer that rests on a ticket or is pressed there, or the focus on it: its messages are fetched before it is opened.
import { prefetchThread } from './messages.store.ts'

/** Milliseconds of rest: a pointer that only passes over the list asks for nothing. */
const rest = 80

let timer: ReturnType<typeof setTimeout> | undefined
/** One at a time, however quickly somebody goes through the list. */
let isAsking = false

const ask = async (ticketId: number): Promise<void> => {
  if (isAsking) return
  isAsking = true
  await prefetchThread(ticketId).finally(() => {
    isAsking = false
  })
}

export const turnAway = (): void => clearTimeout(timer)

export const approachThread = (ticketId: number): void => {
  turnAway()
  timer = setTimeout(() => void ask(ticketId), rest)
}

/** The press comes a tenth of a second before the click it becomes, and nobody presses on what is to stay closed. */
export const pressThread = (ticketId: number): void => {
  turnAway()
  void prefetchThread(ticketId)
}
