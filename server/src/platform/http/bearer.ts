// The token of a call.
import type { FastifyRequest } from 'fastify'

/** What follows `Bearer` in the header, or undefined. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
