// Who listens to which event, found by the name that the event has for a company.
import type { WireEvent } from '@guiche/shared/kernel/wire-event.ts'

type Listener = (payload: never) => void

export interface EventListeners {
  /** Returns the way to stop. */
  add(event: WireEvent, fn: Listener): () => void
  /** Tells those who listen to the event of this name in a company. */
  deliver(companyId: number, name: string, payload: unknown): void
}

export function createEventListeners(): EventListeners {
  const listeners = new Map<WireEvent, Set<Listener>>()
  /** Those of one company by name; null until they are asked for. */
  let channels: { companyId: number; events: Map<string, WireEvent> } | null = null
  const eventOf = (companyId: number, name: string): WireEvent | undefined => {
    if (channels?.companyId !== companyId) {
      channels = { companyId, events: new Map([...listeners.keys()].map((event) => [event.channel(companyId), event])) }
    }
    return channels.events.get(name)
  }
  return {
    add: (event, fn) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(fn))
      channels = null
      return () => void set.delete(fn)
    },
    deliver: (companyId, name, payload) => {
      const event = eventOf(companyId, name)
      for (const fn of (event && listeners.get(event)) ?? []) fn(payload as never)
    }
  }
}
