// The outages worth telling of: those that did not end by themselves within moments.
import { useEffect, useState } from 'react'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { ensureConnections, useConnections } from '../connections.store.ts'
import { useOutages, type Outage } from './outages.store.ts'

/** Milliseconds an outage lasts before people are told: sessions that try again are mostly back by then. */
const grace = { ended: 2_000, trying: 20_000 } as const

export interface ShownOutage extends Outage {
  connection: Connection
}

const shownAt = ({ since, connection }: ShownOutage): number =>
  since + (connection.status === 'DISCONNECTED' ? grace.ended : grace.trying)

/** In the order of the connections; empty without a line to the server, which may know better by now. */
export function useLastingOutages(): ShownOutage[] {
  const items = useConnections((state) => state.items)
  const outages = useOutages((state) => state.outages)
  const isOnline = useRealtime(({ offlineSince }) => offlineSince === null)
  const [now, setNow] = useState(Date.now)
  useEffect(() => void ensureConnections(), [])

  const all = items.flatMap((connection) => {
    const outage = outages.get(connection.id)
    return outage ? [{ ...outage, connection }] : []
  })
  const next = Math.min(...all.map(shownAt).filter((moment) => moment > now))
  useEffect(() => {
    if (next === Infinity) return undefined
    const timer = setTimeout(() => setNow(Math.max(next, Date.now())), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  return isOnline ? all.filter((one) => shownAt(one) <= now) : []
}
