// When what is known here begins, ends and grows old: the one place that listens to the login and to the line.
import { onOnline, onReload } from '../net/realtime.ts'
import { onSignedOut } from '../session/session.ts'

interface Lifecycle {
  /** The login is over, or somebody else is signed in: nothing that was known may stay. */
  signedOut?: () => void
  /** Events were missed that nobody can make up for: what is shown has to be asked for again. */
  reload?: () => void
  /** The line is back: what could not be had without it may be had now. */
  online?: () => void
}

const parts = new Set<Lifecycle>()

/** Has a part of what is known here follow the login and the line. Returns the way to stop. */
export function onLifecycle(part: Lifecycle): () => void {
  parts.add(part)
  return () => void parts.delete(part)
}

onSignedOut(() => parts.forEach(({ signedOut }) => signedOut?.()))
onReload(() => parts.forEach(({ reload }) => reload?.()))
onOnline(() => parts.forEach(({ online }) => online?.()))
