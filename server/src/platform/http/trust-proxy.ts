// Carries TRUST_PROXY out for Fastify, which takes no number by itself: a direct caller would only have to write enough hops.
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { TrustedProxies } from '#platform/config/trusted-proxies.ts'
import { isOwnNetwork } from '#platform/outgoing/internal-addresses.ts'
import { plainAddress } from './caller-address.ts'

/** True where a proxy without a name may stand. */
function mayBeProxy(address: string): boolean {
  const plain = plainAddress(address)
  return plain !== null && isOwnNetwork(plain)
}

/**
 * What Fastify is given. A number of proxies counts only where the nearest one calls from a network of one's own: whoever
 * reaches the port from the internet is no proxy, unless it is named by its address.
 */
export const proxyTrust = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (address, hop) => hop < trusted && (hop > 0 || mayBeProxy(address)) : trusted

/** Finds the address of calls that Fastify does not see, upgrades to WebSockets, as Fastify finds that of the others. */
export function upgradeAddress(trusted: TrustedProxies): (request: IncomingMessage) => string {
  const trust = proxyTrust(trusted)
  const believes = trust === false ? () => false : typeof trust === 'function' ? trust : proxyAddr.compile(trust)
  return (request) =>
    plainAddress(proxyAddr(request, believes)) ?? plainAddress(request.socket.remoteAddress ?? '') ?? 'unknown'
}
