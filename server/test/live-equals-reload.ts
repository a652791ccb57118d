// Live equals reload: a list changed by events alone must be the list that a fresh call answers with.
import { expect } from 'vitest'
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import type { TestSocket } from './server/test-socket.ts'

export interface LiveList<T> {
  /** Applies what has arrived since the last time and compares with a fresh list, in any order. */
  expectEqualsReload(): Promise<void>
  items(): T[]
}

interface Follow<T, E extends WireEvent> {
  socket: TestSocket
  event: E
  load: () => Promise<T[]>
  /** What a console does with one event. */
  apply: (items: T[], payload: ReceivedPayload<E>) => T[]
}

/** The row with the same id replaced, or the row added. */
export function put<T extends { id: number }>(items: T[], row: T): T[] {
  return [...items.filter((item) => item.id !== row.id), row]
}

export const without = <T extends { id: number }>(items: T[], id: number): T[] => items.filter((item) => item.id !== id)

/** Loads a list and keeps it by events. */
export async function followList<T extends { id: number }, E extends WireEvent>({
  socket,
  event,
  load,
  apply
}: Follow<T, E>): Promise<LiveList<T>> {
  await socket.settle()
  let seen = socket.of(event).length
  let items = await load()
  const byId = (list: T[]) => list.toSorted((a, b) => a.id - b.id)
  return {
    items: () => items,
    expectEqualsReload: async () => {
      await socket.settle()
      const payloads = socket.of(event)
      for (const payload of payloads.slice(seen)) items = apply(items, payload)
      seen = payloads.length
      expect(byId(items)).toEqual(byId(await load()))
    }
  }
}
