// Bodies that stop coming, and the rest of those that nobody wants any more.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Milliseconds for which a caller who was refused may go on sending. */
const longestPause = 30_000

/** Ends the line of a caller whose body stays silent for `patience` milliseconds. */
export function watchBodies(app: FastifyInstance, patience: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined
    // Injected calls have no line.
    if (hasBody && typeof raw.socket.setTimeout === 'function') {
      const { socket } = raw
      raw.setTimeout(patience, () => raw.destroy())
      raw.once('end', () => void socket.setTimeout(0))
    }
    done()
  })
}

/**
 * Takes in what is left of a refused body and throws it away. A line that is closed while bytes still come in is
 * reset, and the caller never reads why.
 */
export function dropBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, longestPause).unref()
}
