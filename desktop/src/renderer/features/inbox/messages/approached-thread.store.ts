// A pointer that rests on a ticket, or the focus on it, is a sign: its messages are fetched before it is opened.
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
