// Which addresses are the house's own: calls to where companies point must not reach them, unless IT allows it.
import { BlockList, isIP } from 'node:net'

/** This machine, and networks of one's own, such as that of a provider behind one address. */
const private4: [string, number][] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16]
]
const private6: [string, number][] = [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10]
]

/** Networks of IPv4 that are no part of the public internet (IANA's special-purpose registry). */
const internal4: [string, number][] = [
  ...private4,
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4]
]

/** Parts of the global unicast space of IPv6 that lead elsewhere: protocols, tunnels to IPv4, documentation. */
const special6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20]
]

function listOf(networks: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family)
  return list
}

const own4 = listOf(private4, 'ipv4')
const own6 = listOf(private6, 'ipv6')
const blocked4 = listOf(internal4, 'ipv4')
const blocked6 = listOf(special6, 'ipv6')
/** Whatever of IPv6 is not in here is local, mapped, translated or unassigned. */
const global6 = listOf([['2000::', 3]], 'ipv6')
const mapped6 = listOf([['::ffff:0:0', 96]], 'ipv6')

/** True on this machine and in networks of one's own, for an address of either family. */
export const isOwnNetwork = (address: string): boolean =>
  isIP(address) === 4 ? own4.check(address, 'ipv4') : own6.check(address, 'ipv6')

/** `10.1.0.0/16` or a single address; null for anything else. */
function networkOf(text: string): [address: string, prefix: number, family: 'ipv4' | 'ipv6'] | null {
  const [address = '', given, ...rest] = text.split('/')
  const version = isIP(address)
  const widest = version === 4 ? 32 : 128
  const prefix = given === undefined ? widest : /^\d{1,3}$/.test(given) ? Number(given) : NaN
  if (version === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= widest)) return null
  return [address, prefix, version === 4 ? 'ipv4' : 'ipv6']
}

/** True for an address or a network in the form that the configuration takes. */
export const isNetwork = (text: string): boolean => networkOf(text) !== null

function isAllowed(address: string, allowed: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of allowed.flatMap((text) => [networkOf(text)])) if (network) list.addSubnet(...network)
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** True for an address that calls on behalf of a company must not reach; `allowed` are networks that IT opened. */
export function isInternal(address: string, allowed: readonly string[] = []): boolean {
  const version = isIP(address)
  if (version === 0) return true
  if (allowed.length > 0 && isAllowed(address, allowed)) return false
  if (version === 4) return blocked4.check(address, 'ipv4')
  // An IPv4 address in the clothes of IPv6 would be judged by the rules of the wrong family.
  if (mapped6.check(address, 'ipv6')) return true
  return !global6.check(address, 'ipv6') || blocked6.check(address, 'ipv6')
}
