// Asks once more whether a caller may call, when the form that they sent has been read.
import type { FastifyRequest } from 'fastify'

/**
 * A form that asks once more, when it has been read, whether the caller may still call: a body takes as long as its sender
 * likes, and the login may be over by the time it has arrived. Whoever reads it need not think of it.
 */
export function checkAfterForm(request: FastifyRequest, checkAgain: () => Promise<unknown>): void {
  const read = request.parts.bind(request)
  request.parts = async function* (options) {
    let isBroken = false
    try {
      yield* read(options)
    } catch (error) {
      isBroken = true
      throw error
    } finally {
      // Also of one that was left before its end.
      if (!isBroken) await checkAgain()
    }
  } as typeof request.parts
}
