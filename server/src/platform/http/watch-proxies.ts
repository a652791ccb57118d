// Says once that a proxy in front is not trusted: all who come through it count as one caller then.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress, isForwarded } from './caller-address.ts'

/** Fastify lists the socket's address alone where it does not trust it, and always where it trusts nobody. */
const isUntrusted = ({ ips, headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] === undefined ? ips === undefined : (ips?.length ?? 1) < 2

export function warnOfUntrustedProxy(app: FastifyInstance, log: Logger): void {
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    if (isSaid || !isForwarded(request) || !isUntrusted(request)) return
    isSaid = true
    log.warn(
      { from: callerAddress(request) },
      'a call carries the headers of a proxy that TRUST_PROXY does not trust: all callers behind it count as one address. ' +
        'If it is your proxy, set TRUST_PROXY to the number of proxies in front or to their addresses'
    )
  })
}
