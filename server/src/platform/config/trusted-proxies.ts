// TRUST_PROXY: which part of X-Forwarded-For is believed. All of it never is: the caller writes its beginning.
import { z } from 'zod'
import { isNetwork } from '#platform/outgoing/internal-addresses.ts'

/** Nobody, a number of proxies counted from the server, or the networks of proxies. */
export type TrustedProxies = false | number | string[]

/** More proxies in a row than anybody runs. */
const mostHops = 10
/** Named networks that Fastify knows. */
const named = ['loopback', 'linklocal', 'uniquelocal']

const isWhole = (network: string): boolean => /\/0+$/.test(network)

/** Reads the text of the variable; the sentence of a refusal says what to write. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const word = text.trim().toLowerCase()
  const refuse = (sentence: string): never => {
    context.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  }
  if (['false', 'no', 'off', '0'].includes(word)) return false
  if (/^\d+$/.test(word)) {
    return Number(word) <= mostHops ? Number(word) : refuse(`takes at most ${mostHops} proxies in a row`)
  }
  const networks = word.split(',').flatMap((part) => part.trim() || [])
  if (['true', 'yes', 'on'].includes(word) || networks.some(isWhole)) {
    return refuse(
      'would believe any address that a caller writes. Say how many proxies stand in front (1), or which (10.1.2.0/24)'
    )
  }
  return networks.length > 0 && networks.every((network) => named.includes(network) || isNetwork(network))
    ? networks
    : refuse('takes false, the number of proxies in front (1), or their addresses and networks (10.1.2.0/24, loopback)')
})
