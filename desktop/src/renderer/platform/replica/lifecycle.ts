// When what is known here begins, ends and grows old: the one place that listens to the login and to the line.
import { createListeners } from '../net/listeners.ts'
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

const parts = createListeners<[keyof Lifecycle]>()

/** Has a part of what is known here follow the login and the line. Returns the way to stop. */
export const onLifecycle = (part: Lifecycle): (() => void) => parts.add((what) => part[what]?.())

onSignedOut(() => parts.notify('signedOut'))
onReload(() => parts.notify('reload'))
onOnline(() => parts.notify('online'))
