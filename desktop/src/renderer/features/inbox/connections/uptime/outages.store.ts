// Numbers that were paired and have lost WhatsApp: since when, and which of these outages a person has put aside.
import { create } from 'zustand'
import type { Connection, ConnectionReason } from '@guiche/shared/features/inbox/connections.ts'
import { useConnections } from '../connections.store.ts'

export interface Outage {
  connectionId: number
  /** When it began, ms since 1970, however often the session has tried again since. */
  since: number
  /** False of an outage that was there when the console started. */
  isNews: boolean
  /** True once a person has read enough of it. */
  isPutAside: boolean
}

interface OutagesState {
  outages: ReadonlyMap<number, Outage>
}

export const useOutages = create<OutagesState>(() => ({ outages: new Map() }))

/** Ends of a session after which its number is no longer known. */
const ends = new Set<ConnectionReason | null>(['logged-out', 'replaced', 'banned', 'refused'])

/** A number that nobody has paired yet, or that an administrator stopped, is not missed. */
const isOut = ({ number, status, statusReason }: Connection): boolean =>
  status !== 'CONNECTED' && (ends.has(statusReason) || (number !== null && statusReason !== 'stopped'))

useConnections.subscribe(({ items }, before) => {
  if (items === before.items) return
  const known = useOutages.getState().outages
  const wasWorking = new Set(before.items.filter(({ status }) => status === 'CONNECTED').map(({ id }) => id))
  const outages = new Map(
    items.filter(isOut).map((connection): [number, Outage] => {
      const { id, statusSince } = connection
      const since = Math.min(Date.parse(statusSince), Date.now())
      return [id, known.get(id) ?? { connectionId: id, since, isNews: wasWorking.has(id), isPutAside: false }]
    })
  )
  if (outages.size > 0 || known.size > 0) useOutages.setState({ outages })
})

/** Hides these outages until they are over; the next one is shown again. */
export function putAside(connectionIds: readonly number[]): void {
  return useOutages.setState(({ outages }) => ({
    outages: new Map(
      [...outages].map(([id, outage]) => [id, connectionIds.includes(id) ? { ...outage, isPutAside: true } : outage])
    )
  }))
}
