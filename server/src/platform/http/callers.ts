// Who is behind a call, from the moment it is let in: for its handler, and for what is written down of it.
import type { FastifyRequest } from 'fastify'
import type { Actor, ExternalCaller } from '#platform/actor.ts'

const callers = new WeakMap<FastifyRequest, Actor | ExternalCaller>()

export const noteCaller = (request: FastifyRequest, caller: Actor | ExternalCaller): void =>
  void callers.set(request, caller)

/** Undefined for a call without a login, or whose login was refused. */
export const callerOf = (request: FastifyRequest): Actor | ExternalCaller | undefined => callers.get(request)
