// A connection this node has taken: what is wanted of it, what it has, and what the table says of it. Pure.
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import type { OwnedRef } from '../signal/key-write.ts'
import type { ClaimedSession, OwnedSession, WantedSession } from './lease.repo.ts'
import type { OwnedState } from './next-action.ts'
import type { Session } from '../session/session-types.ts'

export interface OwnedConnection extends Omit<OwnedState, 'hasSession'> {
  ref: OwnedRef
  /** Of this node's heartbeat when it was taken: a later one means that it was lost since. */
  term: number
  /** Somebody else's until now. */
  wasOwned: boolean
  desired: WantedSession
  session: Session | null
  /** A session has said itself that it is at an end. */
  hasReported: boolean
  /** Orders are being carried out. */
  running: Promise<void> | null
}

/** By their names. */
export type OwnedConnections = Map<string, OwnedConnection>

export const nameOf = (ref: ConnectionRef): string => `${ref.companyId}:${ref.connectionId}`

/** A connection that was just taken. */
export function takenOver(row: ClaimedSession, term: number): OwnedConnection {
  const { companyId, connectionId, epoch, wasOwned } = row
  return {
    ref: { companyId, connectionId, epoch },
    term,
    wasOwned,
    desired: row,
    session: null,
    startedWith: -1,
    carriedOut: -1,
    hasReported: false,
    running: null,
    isResting: false
  }
}

/** True until it is given back, lost, or taken anew. */
export const isOwned = (all: OwnedConnections, one: OwnedConnection): boolean => all.get(nameOf(one.ref)) === one

/** It is this node's no more. */
export function release(all: OwnedConnections, one: OwnedConnection): void {
  if (isOwned(all, one)) all.delete(nameOf(one.ref))
}

interface Comparison {
  ordered: [OwnedConnection, OwnedSession][]
  /** Somebody else has taken them, unnoticed. */
  lost: OwnedConnection[]
}

/** Compares what the node had before the table was read with the rows that name it. */
export function compareRows(before: OwnedConnection[], rows: OwnedSession[]): Comparison {
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  const comparison: Comparison = { ordered: [], lost: [] }
  for (const one of before) {
    const row = byName.get(nameOf(one.ref))
    if (row?.epoch === one.ref.epoch) comparison.ordered.push([one, row])
    // One that is being given back, or follows an order, writes its row itself.
    else if (!one.running && !one.isResting) comparison.lost.push(one)
  }
  return comparison
}
