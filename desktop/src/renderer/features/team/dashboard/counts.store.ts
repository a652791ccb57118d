// How many tickets are open, waiting and unread; asked again shortly after tickets have changed.
import { create } from 'zustand'
import { countTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/http.ts'
import { notify } from '#platform/notify.ts'
import { listen, onReload } from '#platform/realtime.ts'
import { onSignedOut } from '#platform/session.ts'

/** Milliseconds in which changes of tickets are gathered into one question. */
const gatherFor = 1_000

interface Counts {
  open: number
  pending: number
  unread: number
}

export const useCounts = create<{ counts: Counts | null }>(() => ({ counts: null }))
onSignedOut(() => useCounts.setState({ counts: null }))

const ask = (): void => {
  call(countTickets, { query: { showAll: true } }).then((counts) => useCounts.setState({ counts }), notify.error)
}

/** Keeps the counts true until the answer is called. */
export const followCounts = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      ask()
    }, gatherFor)
  }
  ask()
  const stops = [listen(ticketEvent, askSoon), onReload(ask)]
  return () => {
    clearTimeout(timer)
    stops.forEach((stop) => stop())
  }
}
