// How long a QR code is good for: WhatsApp gives the first of a session a minute, the following twenty seconds each.

const firstSeconds = 60
const laterSeconds = 20

/** Seconds the code of a connection still has; `retries` counts the codes shown so far. */
export function secondsLeft({ retries, updatedAt }: { retries: number; updatedAt: string }, now: number): number {
  const life = retries <= 1 ? firstSeconds : laterSeconds
  const age = (now - Date.parse(updatedAt)) / 1000
  // A clock that goes wrong must not show a time that never was.
  return Math.round(Math.min(life, Math.max(0, life - age)))
}
