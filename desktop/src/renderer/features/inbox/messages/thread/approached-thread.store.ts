// A pointer that rests on a ticket or is pressed there, or the focus on it: its messages are fetched before it is opened.
import { timeline } from '#features/inbox/timeline/timeline.store.ts'
import { messages, useMessages } from './messages.store.ts'

/** Milliseconds of rest: a pointer that only passes over the list asks for nothing. */
const rest = 80
/** Milliseconds for which a click waits for messages that are on their way: drawn at once, not empty first. */
const patience = 80

function createApproach() {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One at a time, however quickly somebody goes through the list. */
  let isAsking = false
  let waiting: (() => void) | null = null

  const cancelPreload = (): void => clearTimeout(timer)
  async function ask(ticketId: number): Promise<void> {
    if (isAsking) return
    isAsking = true
    await messages.prefetch(ticketId).finally(() => {
      isAsking = false
    })
    // Behind the messages, which are what somebody opens a conversation for.
    void timeline.prefetch(ticketId)
  }
  return {
    cancelPreload,
    approachThread: (ticketId: number): void => {
      cancelPreload()
      timer = setTimeout(() => void ask(ticketId), rest)
    },
    /** The press comes a tenth of a second before the click it becomes, and nobody presses on what is to stay closed. */
    pressThread: (ticketId: number): void => {
      cancelPreload()
      void messages.prefetch(ticketId)
    },
    /** Runs `open` once the messages of a ticket that is to be opened are here, or after a moment that nobody notices. */
    whenApproached: (ticketId: number, open: () => void): void => {
      waiting?.()
      // A finger, or a screen reader, presses without having come near before.
      void messages.prefetch(ticketId)
      const isOnItsWay = () => messages.stateOf(ticketId).phase === 'loading'
      if (!isOnItsWay()) return open()
      const stop = useMessages.subscribe(() => void (!isOnItsWay() && go()))
      const late = setTimeout(() => go(), patience)
      waiting = () => {
        stop()
        clearTimeout(late)
        waiting = null
      }
      const go = () => {
        waiting?.()
        open()
      }
    },
    /** The list is gone: what waits to be opened from it does not open any more. */
    stopWaiting: (): void => waiting?.()
  }
}

export const { cancelPreload, approachThread, pressThread, whenApproached, stopWaiting } = createApproach()
