// Measurements and the description of every endpoint: for this machine, for whoever may, and for all only when told so.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Config } from '#platform/config/env.ts'
import { isForThisMachine, isLoopback } from '#platform/config/loopback.ts'
import { isSameSecret } from '#platform/secrets/same-secret.ts'
import { bearerOf } from './bearer.ts'
import { isForwarded, plainAddress } from './caller-address.ts'

/** A page of another site that has its name point here calls from this machine too, but names itself as the host. */
function isLocalCall(config: Config, request: FastifyRequest): boolean {
  return (
    isForThisMachine(config) &&
    /^127\.|^(?:0:){7}1$/.test(plainAddress(request.socket.remoteAddress ?? '') ?? '') &&
    isLoopback(request.headers.host ?? '') &&
    !isForwarded(request)
  )
}

interface GuardParts {
  config: Config
  /** Whether a login that runs is behind the token. */
  isSignedIn: (token: string | undefined) => Promise<boolean>
}

/** To be called before the routes are made. What is closed answers as what is not there. */
export function guardOperations(app: FastifyInstance, { config, isSignedIn }: GuardParts): void {
  const maySeeMetrics = (request: FastifyRequest): boolean => {
    const token = bearerOf(request)
    return config.metricsToken !== undefined && token !== undefined && isSameSecret(token, config.metricsToken)
  }
  app.addHook('onRequest', async (request) => {
    // The route and not the address, which can be written in many ways.
    const route = request.routeOptions.url ?? ''
    const isMetrics = route === serverPaths.metrics
    if (!isMetrics && route !== serverPaths.docs && !route.startsWith(`${serverPaths.docs}/`)) return
    if ((isMetrics ? config.metricsOpen : config.docsOpen) || isLocalCall(config, request)) return
    const isAllowed = isMetrics ? maySeeMetrics(request) : await isSignedIn(bearerOf(request))
    if (!isAllowed) throw new AppError('ERR_NOT_FOUND')
  })
}
