// Counts calls of programs by their tokens, so that those behind one address do not share a limit.
import type { FastifyRequest } from 'fastify'
import type { ExternalCaller } from '#platform/actor.ts'
import { hashOfToken } from '#platform/secrets/token-hash.ts'
import { bearerOf } from './bearer.ts'
import { callerAddress, networkOf } from './caller-address.ts'

/** Programs that are remembered; beyond it the memory starts anew. */
const remembered = 10_000

/**
 * How calls of programs are counted: they share an address, but not a token. A token that has not been let in lately may
 * be a guess, and counts for the address it comes from.
 */
export function countPrograms() {
  /** Hashes of tokens. */
  const letIn = new Set<string>()
  return {
    keyOf: (request: FastifyRequest): string => {
      const hash = hashOfToken(bearerOf(request) ?? '')
      return letIn.has(hash) ? `token ${hash}` : networkOf(callerAddress(request))
    },
    /** Remembers what becomes of a token. */
    follow: async (token: string, caller: Promise<ExternalCaller>): Promise<ExternalCaller> => {
      const hash = hashOfToken(token)
      try {
        const found = await caller
        if (letIn.size >= remembered && !letIn.has(hash)) letIn.clear()
        letIn.add(hash)
        return found
      } catch (error) {
        letIn.delete(hash)
        throw error
      }
    }
  }
}
