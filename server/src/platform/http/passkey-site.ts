// The name that passkeys are for: the host of the server's public address, and the pages that may ask for them.
import { isIP } from 'node:net'
import type { Config } from '../config/env.ts'

export interface PasskeySite {
  /** Host name; passkeys are for it and for nothing else. */
  id: string
  /** Pages that may use them. */
  origins: string[]
}

/** Null for a server whose address is a number: browsers have no passkeys for those. */
export function passkeySite({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>): PasskeySite | null {
  const { hostname: id, origin } = new URL(publicUrl)
  if (isIP(id) !== 0 || id.startsWith('[')) return null
  const isWithin = (other: string) => {
    const host = URL.canParse(other) ? new URL(other).hostname : ''
    return host === id || host.endsWith(`.${id}`)
  }
  return { id, origins: [...new Set([origin, ...corsOrigins.filter(isWithin)])] }
}
