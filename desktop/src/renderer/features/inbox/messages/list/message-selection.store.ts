// Which messages of a conversation are chosen to be passed on together.
import { create } from 'zustand'
import { mostForwardedMessages } from '@guiche/shared/features/inbox/message-forward.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface Selection {
  /** The conversation in which messages are being chosen; null for none. */
  ticketId: number | null
  /** As they were when they were chosen: what is let go of the conversation meanwhile stays chosen. */
  chosen: ReadonlyMap<string, Message>
  /** Where a choice of several in a row begins. */
  anchor: string | null
}

const none: Selection = { ticketId: null, chosen: new Map(), anchor: null }

export const useMessageSelection = create<Selection>(() => none)

const state = useMessageSelection.getState

export function startSelecting(message: Message): void {
  return useMessageSelection.setState({
    ticketId: message.ticketId,
    chosen: new Map([[message.id, message]]),
    anchor: message.id
  })
}

export const stopSelecting = (): void => useMessageSelection.setState(none)

/** Adds as many as there is room for; says whether that was all of them. */
function add(messages: readonly Message[], anchor: string): boolean {
  const chosen = new Map(state().chosen)
  for (const message of messages) if (chosen.size < mostForwardedMessages) chosen.set(message.id, message)
  useMessageSelection.setState({ chosen, anchor })
  return messages.every(({ id }) => chosen.has(id))
}

/** Chooses a message, or no longer; false when it would be one too many. */
export function toggleMessage(message: Message): boolean {
  const chosen = new Map(state().chosen)
  if (!chosen.delete(message.id)) return add([message], message.id)
  useMessageSelection.setState({ chosen, anchor: message.id })
  return true
}

/** Chooses every one of `offered` from the last one that was chosen to this one; false when they were too many. */
export function selectUpTo(offered: readonly Message[], message: Message): boolean {
  const at = offered.findIndex(({ id }) => id === message.id)
  const from = offered.findIndex(({ id }) => id === state().anchor)
  if (at < 0 || from < 0) return toggleMessage(message)
  const range = offered.slice(Math.min(at, from), Math.max(at, from) + 1)
  return add(from <= at ? range : range.toReversed(), message.id)
}

onLifecycle({ signedOut: stopSelecting })
