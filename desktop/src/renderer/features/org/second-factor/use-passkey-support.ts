// Where passkeys can be used. On this page if the server has a name, the page is under it, and the browser knows them.
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

/** `browser`: the app asks the system's browser; `elsewhere`: the server has them, but not this page; `nowhere`: it has none. */
type PasskeySupport = 'here' | 'browser' | 'elsewhere' | 'nowhere'

function supportHere(publicUrl: string | undefined): PasskeySupport {
  if (hasShell()) return 'browser'
  return browserSupportsWebAuthn() && isUnder(publicUrl) ? 'here' : 'elsewhere'
}

/** Null until the server has told. */
export function usePasskeySupport(): PasskeySupport | null {
  const [support, setSupport] = useState<PasskeySupport | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      ({ passkeys = false, publicUrl }) => {
        setSupport(passkeys ? supportHere(publicUrl) : 'nowhere')
      },
      () => undefined
    )
    return () => aborter.abort()
  }, [])
  return support
}
