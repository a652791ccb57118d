// The cookie that carries the refresh token.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refreshCookie } from '@guiche/shared/features/org/auth.ts'
import type { Config } from '#platform/config/env.ts'

type CookieConfig = Pick<Config, 'publicUrl' | 'corsOrigins'>

/** A console on another site gets the cookie only with SameSite=None, which browsers take over TLS alone. */
export function cookieAttributes(config: CookieConfig, protocol: string) {
  const isTls = config.publicUrl.startsWith('https:')
  const isElsewhere = isTls && config.corsOrigins.length > 0
  return {
    path: '/',
    httpOnly: true,
    secure: isTls || protocol === 'https',
    sameSite: isElsewhere ? ('none' as const) : ('lax' as const)
  }
}

export const readRefreshCookie = (request: FastifyRequest): string | undefined => request.cookies[refreshCookie]

export function setRefreshCookie(
  config: CookieConfig & Pick<Config, 'loginIdle'>,
  reply: FastifyReply,
  token: string
): void {
  const attributes = cookieAttributes(config, reply.request.protocol)
  void reply.setCookie(refreshCookie, token, { ...attributes, maxAge: config.loginIdle })
}

export function clearRefreshCookie(config: CookieConfig, reply: FastifyReply): void {
  void reply.clearCookie(refreshCookie, cookieAttributes(config, reply.request.protocol))
}
