// The snapshot of the screens that the app opens on: what the stores held when the line was last up, and its place in the order.
import { create } from 'zustand'
import { readSnapshotOnDisk } from '#bridge/snapshot-channels.ts'
import { invoke, hasShell, shellStart } from '../device/bridge.ts'
import { snapshotOwner, writePart } from './persisted.ts'
import { createListeners } from '../net/listeners.ts'
import { createDelay } from './delay.ts'
import { eventPosition, useRealtime } from '../net/realtime.ts'

/** Milliseconds between two snapshots; what is missing in the last one comes from `GET /sync`. */
const interval = 4_000

interface Part {
  take: () => unknown
  show: (value: never) => void
}

export interface Snapshot {
  /** Milliseconds since 1970. */
  at: number
  /** Nothing up to this number of the company's order is missing. */
  seq: number
  parts: Record<string, unknown>
}

interface Wanted {
  parts: ReadonlyMap<string, Part>
  /** Since the last snapshot. */
  isChanged: boolean
  /** Asked before anybody wanted it. */
  early: Promise<string | null> | null
}

const useWanted = create<Wanted>(() => ({ parts: new Map(), isChanged: false, early: null }))
const companions = createListeners()

/** Lets a store be in the snapshot: `take` gives what is kept, `show` puts it back at the next start. */
export const addToSnapshot = <T>(name: string, part: { take: () => T; show: (value: T) => void }): void =>
  useWanted.setState(({ parts }) => ({ parts: new Map(parts).set(name, part) }))

/** Calls back before a snapshot is taken, for what is kept beside it and must not be older. */
export const beforeSnapshot = companions.add

function isSnapshot(value: unknown): value is Snapshot & { version: string } {
  const { at, seq, parts: held } = (value ?? {}) as Partial<Snapshot>
  return typeof at === 'number' && typeof seq === 'number' && typeof held === 'object' && held !== null
}

/** Asks for the snapshot before the page knows anything else, so that it is there when it is wanted. */
export const fetchSnapshot = (): void =>
  useWanted.setState({ early: hasShell() ? invoke(readSnapshotOnDisk).catch(() => null) : null })

/** The last snapshot, unless another version of the app has taken it; null in a browser. */
export async function readSnapshot(): Promise<Snapshot | null> {
  if (!hasShell()) return null
  try {
    const text = await (useWanted.getState().early ?? invoke(readSnapshotOnDisk))
    useWanted.setState({ early: null })
    const value: unknown = JSON.parse(text ?? 'null')
    return isSnapshot(value) && value.version === shellStart()?.version ? value : null
  } catch {
    return null
  }
}

/** Puts everything of a snapshot but the login back into the stores. */
export function showSnapshot(snapshot: Snapshot): void {
  for (const [name, part] of useWanted.getState().parts)
    if (name in snapshot.parts) part.show(snapshot.parts[name] as never)
}

/** A snapshot is taken when the computer has time. */
const soon = createDelay(interval, () => requestIdleCallback(takeSnapshot, { timeout: interval }))

function takeSnapshot(): void {
  soon.stop()
  useWanted.setState({ isChanged: false })
  const seq = eventPosition()
  // Without a line nothing new is known; the snapshot that is there says from when it is.
  if (snapshotOwner() === null || seq === null || useRealtime.getState().state !== 'online') return
  companions.notify()
  const held = Object.fromEntries([...useWanted.getState().parts].map(([name, part]) => [name, part.take()]))
  writePart('desk', { version: shellStart()?.version, at: Date.now(), seq, parts: held })
}

/** Something in the snapshot has changed. */
export function snapshotChanged(): void {
  if (snapshotOwner() === null || useWanted.getState().isChanged) return
  useWanted.setState({ isChanged: true })
  soon.begin()
}

// While there was no line nothing was taken.
useRealtime.subscribe((now, before) => {
  if (now.state === 'online' && before.state !== 'online') snapshotChanged()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && useWanted.getState().isChanged) takeSnapshot()
})
