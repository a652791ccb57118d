// What a restart would break off just now; the shell is told, and holds updates back meanwhile.
import { useEffect } from 'react'
import { create } from 'zustand'
import { reportBusy, type BusyReason } from '#bridge/update-channels.ts'
import { send } from '../device/bridge.ts'

interface BusyState {
  /** How many parts of the screen name each reason. */
  held: Readonly<Partial<Record<BusyReason, number>>>
}

const useHeld = create<BusyState>(() => ({ held: {} }))

const reasonsIn = ({ held }: BusyState): BusyReason[] =>
  (['recording', 'writing', 'sending'] as const).filter((reason) => (held[reason] ?? 0) > 0)

function change(reason: BusyReason, by: 1 | -1): void {
  const before = reasonsIn(useHeld.getState())
  useHeld.setState(({ held }) => ({ held: { ...held, [reason]: (held[reason] ?? 0) + by } }))
  const after = reasonsIn(useHeld.getState())
  if (after.length !== before.length) send(reportBusy, after)
}

/** Names a reason not to restart for as long as `isBusy` holds. */
export function useBusy(reason: BusyReason, isBusy: boolean): void {
  return useEffect(() => {
    if (!isBusy) return
    change(reason, 1)
    return () => change(reason, -1)
  }, [reason, isBusy])
}

/** The most pressing reason not to restart now, or null. */
export const useBusyReason = (): BusyReason | null => useHeld((state) => reasonsIn(state)[0] ?? null)
