// The version of the server, which stands at the foot of the menu.
import { useEffect, useState } from 'react'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { call } from '#platform/net/http.ts'

/** Empty until it is known, and where it cannot be had. */
export function useServerVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      (found) => setVersion(found.version),
      // The menu works without its version.
      () => undefined
    )
    return () => aborter.abort()
  }, [])
  return version
}
