// Which customers are typing or recording at this moment.
import { create } from 'zustand'
import { messageEvent, presenceEvent } from '@guiche/shared/features/inbox/messages.ts'
import { listen } from '#platform/net/realtime.ts'
import { onSignedOut } from '#platform/session/session.ts'

/** Milliseconds after which a sign of typing no longer counts; phones repeat it while it goes on. */
const shelfLife = 12_000

export type Activity = 'composing' | 'recording'

interface TypingState {
  /** By ticket. */
  active: ReadonlyMap<number, Activity>
}

export const useTyping = create<TypingState>(() => ({ active: new Map() }))

const timers = new Map<number, ReturnType<typeof setTimeout>>()

function stop(ticketId: number): void {
  clearTimeout(timers.get(ticketId))
  timers.delete(ticketId)
  if (!useTyping.getState().active.has(ticketId)) return
  useTyping.setState(({ active }) => {
    const left = new Map(active)
    left.delete(ticketId)
    return { active: left }
  })
}

listen(presenceEvent, ({ ticketId, state }) => {
  if (state === 'paused') return stop(ticketId)
  clearTimeout(timers.get(ticketId))
  timers.set(
    ticketId,
    setTimeout(() => stop(ticketId), shelfLife)
  )
  useTyping.setState(({ active }) => ({ active: new Map(active).set(ticketId, state) }))
})

// Who sent something has stopped typing it.
listen(messageEvent, ({ action, message }) => {
  if (action === 'create' && !message.fromMe) stop(message.ticketId)
})

onSignedOut(() => {
  for (const ticketId of timers.keys()) clearTimeout(timers.get(ticketId))
  timers.clear()
  useTyping.setState({ active: new Map() })
})
