// Whether the server is for its own machine alone: it listens there, and its address leads nowhere else.
import type { TrustedProxies } from './trusted-proxies.ts'

/** True for a name or address that never leaves the machine; with brackets and a port, as in an address, or without. */
export function isLoopback(host: string): boolean {
  const name = (/^\[([^\]]*)\](?::\d+)?$/.exec(host)?.[1] ?? /^([^:]*):\d+$/.exec(host)?.[1] ?? host).toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

interface Reach {
  host: string
  publicUrl: string
  trustProxy: TrustedProxies
}

/**
 * A proxy on the same machine makes the world's calls come from it. Then the public address is another one, or, where that
 * was forgotten, TRUST_PROXY says that there is one.
 */
export const isForThisMachine = ({ host, publicUrl, trustProxy }: Reach): boolean =>
  isLoopback(host) && isLoopback(new URL(publicUrl).host) && trustProxy === false
