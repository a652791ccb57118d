// Where a call comes from: the address behind the proxies that the configuration trusts, and the network it stands for.
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The eight groups of an IPv6 address, with its dotted tail where it has one. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, start = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? []
  const tail = (high: string | number, low: string | number) => (Number(high) * 256 + Number(low)).toString(16)
  const [left = '', right] = (dotted ? `${start}${tail(a, b)}:${tail(c, d)}` : address).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(left), read(right ?? '')]
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last]
}

const hexOf = (groups: number[]): string => groups.map((group) => group.toString(16)).join(':')

/** An address as proxies and sockets write it (with a port, in brackets, IPv4 inside IPv6); null for anything else. */
export function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').toLowerCase()
  if (isIP(address) === 0) return null
  if (isIPv4(address)) return address
  const groups = groupsOf(address)
  const [sixth = 0, high = 0, low = 0] = groups.slice(5)
  if (sixth === 0xff_ff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return hexOf(groups)
}

/** The caller's address. What a trusted proxy passes on and is none counts as the proxy's own. */
export const callerAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? 'unknown'

/** One household or office: an IPv4 address itself, or the first 64 bits of an IPv6 address, of which a line has that many. */
export const networkOf = (address: string): string =>
  address.includes(':') && isIP(address) === 6 ? hexOf(groupsOf(address).slice(0, 4)) : address

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'via']

/** True for a call that has come through a proxy which says so. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  forwardedHeaders.some((name) => headers[name] !== undefined)
