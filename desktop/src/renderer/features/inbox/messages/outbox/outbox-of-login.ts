// What the outbox holds beside its items, for as long as a login lasts.
import type { OutboxStorage } from './outbox-record.ts'

/** Milliseconds before the first of the further tries. */
export const firstPause = 2_000

interface OutboxOfLogin {
  /** Tickets whose messages are being sent, one after another. */
  running: Set<number>
  files: Map<string, File>
  stoppers: Map<string, AbortController>
  /** Addresses of files in this page by client id; they outlive the item, so that a picture stays while it is sent. */
  previews: Map<string, string>
  /** Whose messages these are, and where they wait. */
  owner: { id: number; companyId: number } | null
  storage: OutboxStorage | null
  /** Milliseconds before the next try. */
  pause: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export function emptyOutbox(): OutboxOfLogin {
  return {
    running: new Set(),
    files: new Map(),
    stoppers: new Map(),
    previews: new Map(),
    owner: null,
    storage: null,
    pause: firstPause,
    timer: undefined
  }
}
