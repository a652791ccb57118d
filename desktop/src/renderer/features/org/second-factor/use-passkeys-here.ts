// Whether passkeys can be used on this page: the server has a name, the page is under it, and the browser knows them.
import { useEffect, useState } from 'react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { hasShell } from '#platform/device/bridge.ts'
import { call } from '#platform/net/http.ts'

/** Passkeys are for the name of the server and for what lies under it. */
function isUnder(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false
  const { hostname } = new URL(publicUrl)
  return location.hostname === hostname || location.hostname.endsWith(`.${hostname}`)
}

/** Null until the server has told. */
export function usePasskeysHere(): boolean | null {
  const [isHere, setHere] = useState<boolean | null>(() => (hasShell() || !browserSupportsWebAuthn() ? false : null))
  useEffect(() => {
    if (isHere !== null) return
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      ({ passkeys = false, publicUrl }) => setHere(passkeys && isUnder(publicUrl)),
      () => undefined
    )
    return () => aborter.abort()
  }, [isHere])
  return isHere
}
