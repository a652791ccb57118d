// The cookie by which a device is known that has signed in before. It opens nothing: only guesses of others do not slow it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookie, login } from '@guiche/shared/features/org/auth.ts'
import type { Ctx } from '#platform/ctx.ts'
import { deviceCookieAfter } from './known-callers.ts'
import { cookieAttributes } from './refresh-cookie.ts'

/** Seconds. */
const lifetime = 180 * 24 * 3600

export const readDeviceCookie = (request: Pick<FastifyRequest, 'cookies'>): string | undefined =>
  request.cookies[deviceCookie]

/** Sent back with logins alone. */
export function setDeviceCookie(ctx: Ctx, reply: FastifyReply, person: { companyId: number; userId: number }): void {
  const value = deviceCookieAfter(ctx.secrets, person, readDeviceCookie(reply.request))
  const attributes = cookieAttributes(ctx.config, reply.request.protocol)
  void reply.setCookie(deviceCookie, value, { ...attributes, path: login.path, maxAge: lifetime })
}
