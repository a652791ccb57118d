// The event stream of the page: what happened, gathered for a moment so that a burst does not flood the browser.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operations } from './operations.ts'
import type { SimulatorEvent } from '../run-types.ts'

const GATHER_MS = 80
const HEARTBEAT_MS = 20_000
/** More than this at once: the page is told to load everything anew. */
const MOST = 300

function keyOf(event: SimulatorEvent, index: number): string {
  if (event.type === 'message') return `message ${event.chat} ${event.message.id}`
  if (event.type === 'log') return `log ${index}`
  return JSON.stringify(event)
}

export function streamEvents(operations: Operations, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'keep-alive' })
  raw.write('retry: 1000\n\n')
  const gathered = new Map<string, SimulatorEvent>()
  let timer: NodeJS.Timeout | undefined
  let index = 0
  const flush = () => {
    timer = undefined
    const events = gathered.size > MOST ? [{ type: 'reload' }] : [...gathered.values()]
    gathered.clear()
    raw.write(`data: ${JSON.stringify(events)}\n\n`)
  }
  const stop = operations.on((event) => {
    gathered.set(keyOf(event, index++), event)
    timer ??= setTimeout(flush, GATHER_MS)
  })
  const heartbeat = setInterval(() => raw.write(': here\n\n'), HEARTBEAT_MS)
  request.raw.once('close', () => {
    clearTimeout(timer)
    clearInterval(heartbeat)
    stop()
  })
}
