// Refusals that may be somebody trying: of rights, of tokens, and of too many calls. Each is logged once a minute and caller.
import type { FastifyRequest } from 'fastify'
import type { AppError, ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import { callerAddress, networkOf } from './caller-address.ts'
import { callerOf } from './callers.ts'

const noted: readonly ErrorCode[] = ['ERR_NO_PERMISSION', 'ERR_CONNECTION_TOKEN_INVALID', 'ERR_TOO_MANY_REQUESTS']
/** Milliseconds in which the same refusal is not logged again: a flood of calls must not become one of lines. */
const quiet = 60_000
/** Refusals that are remembered; beyond it the memory starts anew. */
const mostRemembered = 5_000

/** A caller as the log names them. */
export function whoCalls(caller: ReturnType<typeof callerOf>): object | undefined {
  if (caller === undefined) return undefined
  const { companyId } = caller
  return 'email' in caller ? { companyId, userId: caller.id } : { companyId, connectionId: caller.connectionId }
}

/** Makes the function that logs what was refused, at which route, to whom and from where. */
export function createRefusalLog(): (request: FastifyRequest, error: AppError) => void {
  const saidAt = new Map<string, number>()
  return (request, { code }) => {
    if (!noted.includes(code)) return
    const who = whoCalls(callerOf(request))
    const address = callerAddress(request)
    const route = `${request.method} ${request.routeOptions.url ?? ''}`
    const key = JSON.stringify([code, route, who ?? networkOf(address)])
    const now = Date.now()
    if (now - (saidAt.get(key) ?? -Infinity) < quiet) return
    if (saidAt.size >= mostRemembered) saidAt.clear()
    saidAt.set(key, now)
    request.log.info({ code, route, address, ...who }, 'a call was refused')
  }
}
