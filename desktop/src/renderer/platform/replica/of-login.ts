// What a store holds beside what it shows, for as long as a login lasts.
import { onLifecycle } from './lifecycle.ts'

/** State that is made anew when the login ends; `end` does what remains to be done with that of the old one. */
export function ofLogin<T extends object>(make: () => T, end: (left: T) => void = () => undefined): () => T {
  let present = make()
  onLifecycle({
    signedOut: () => {
      const left = present
      present = make()
      end(left)
    }
  })
  return () => present
}
