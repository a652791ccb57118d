// Carries TRUST_PROXY out for Fastify, which takes no number by itself: a direct caller would only have to write enough hops.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { TrustedProxies } from '#platform/config/trusted-proxies.ts'
import { plainAddress } from './caller-address.ts'

const ownNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16]
] as const) {
  ownNetworks.addSubnet(network, prefix, 'ipv4')
}
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')

/** True on this machine and in networks of one's own: where a proxy without a name may stand. */
function isOwnNetwork(address: string): boolean {
  const plain = plainAddress(address)
  return plain !== null && ownNetworks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/**
 * What Fastify is given. A number of proxies counts only where the nearest one calls from a network of one's own: whoever
 * reaches the port from the internet is no proxy, unless it is named by its address.
 */
export const proxyTrust = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (address, hop) => hop < trusted && (hop > 0 || isOwnNetwork(address)) : trusted

/** Finds the address of calls that Fastify does not see, upgrades to WebSockets, as Fastify finds that of the others. */
export function upgradeAddress(trusted: TrustedProxies): (request: IncomingMessage) => string {
  const trust = proxyTrust(trusted)
  const believes = trust === false ? () => false : typeof trust === 'function' ? trust : proxyAddr.compile(trust)
  return (request) =>
    plainAddress(proxyAddr(request, believes)) ?? plainAddress(request.socket.remoteAddress ?? '') ?? 'unknown'
}
