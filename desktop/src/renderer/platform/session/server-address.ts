// Where the server is: the origin that served the console, or the address somebody chose.
import { cachedMediaPath, largestCachedMedia } from '#bridge/snapshot-channels.ts'
import { hasShell, shellStart } from '../device/bridge.ts'

/** Set by hand to point a console at another server. */
const storageKey = 'serverAddress'

/** The server's origin without a slash at the end. */
export function serverAddress(): string {
  const chosen = shellStart()?.server ?? localStorage.getItem(storageKey)
  return (chosen ?? window.location.origin).replace(/\/+$/, '')
}

/** A path of the server, such as a signed media link, as an address a browser can load. */
export const serverUrl = (path: string): string => (/^[a-z]+:/i.test(path) ? path : `${serverAddress()}${path}`)

/**
 * The same for what a conversation shows: the shell keeps it on this computer, for days without a line. `bytes` is its size
 * where that is known; what is too large to be kept comes from the server alone.
 */
export function mediaAddress(path: string, bytes: number | null = null): string {
  const url = serverUrl(path)
  const isKept = hasShell() && url.startsWith('http') && (bytes ?? 0) <= largestCachedMedia
  return isKept ? `${cachedMediaPath}?of=${encodeURIComponent(url)}` : url
}
