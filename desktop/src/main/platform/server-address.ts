// Addresses of servers as people type them, and which of them stay on this computer.
import { isIP } from 'node:net'

/** True for names and numbers that mean this computer. */
const isThisComputer = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]'

/** True for hosts that a public certificate is not to be expected of. */
function isLocalNetwork(host: string): boolean {
  return (
    isThisComputer(host) ||
    /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(?:lan|local|home|internal|intranet)$/.test(host) ||
    (!host.includes('.') && isIP(host) === 0 && !host.startsWith('['))
  )
}

/**
 * The origins that a typed address may mean, the likeliest first. Without a scheme both are tried: plain http first only
 * where the network is local. Empty when it is no address at all.
 */
export function originsOf(typed: string): string[] {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = hasScheme ? text : `https://${text}`
  if (text === '' || /\s/.test(text) || !URL.canParse(url)) return []
  const { protocol, host, hostname, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || hostname === '') return []
  if (hasScheme) return [`${protocol}//${host}`]
  const both = [`https://${host}`, `http://${host}`]
  return isLocalNetwork(hostname) ? both.reverse() : both
}

/** False for plain http that leaves this computer. */
export function isEncrypted(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || isThisComputer(hostname)
}
