// The HTTP API and the page, on loopback: every call of the simulator, and a stream of what happens.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountRoutes } from './api-accounts.ts'
import { chatRoutes } from './api-chats.ts'
import { faultRoutes } from './api-faults.ts'
import { streamEvents } from './live-events.ts'
import type { Operations } from './operations.ts'
import { SimulatorError } from '../simulator-state.ts'

const BODY_LIMIT = 64 * 1024 * 1024
/** Built of `desktop/src/simulator-page`; where only the server is installed there is none. */
const page = fileURLToPath(new URL('../../../desktop/dist/simulator-page', import.meta.url))
const WITHOUT_PAGE = 'The page is not built: start the simulator by `npm run simulator`. Its calls below /api/ work.'
const LOCAL_HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export interface ApiContext {
  operations: Operations
  addresses(): { whatsappUrl: string; apiUrl: string; mediaUrl: string; caFile: string }
}

/** Start the API. Errors: the port is taken. */
export async function startApi(context: ApiContext, port: number): Promise<{ server: FastifyInstance; url: string }> {
  const server = fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true })

  // A page of another site must not reach the simulator through a name that points to loopback.
  server.addHook('onRequest', async (request, reply) => {
    if (!LOCAL_HOSTS.test(request.headers.host ?? '')) await reply.code(403).send({ error: 'loopback only' })
  })
  server.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) {
      const fields = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
      return reply.code(400).send({ error: 'the request is not valid', fields })
    }
    const { statusCode } = error as { statusCode?: number }
    const status = error instanceof SimulatorError ? error.status : (statusCode ?? 500)
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'unknown error' })
  })
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'no such address' }))

  await server.register(
    async (api) => {
      api.get('/addresses', () => context.addresses())
      api.get('/events', (request, reply) => streamEvents(context.operations, request, reply))
      accountRoutes(api, context.operations)
      chatRoutes(api, context.operations)
      faultRoutes(api, context.operations)
    },
    { prefix: '/api' }
  )
  if (existsSync(page)) await server.register(fastifyStatic, { root: page, cacheControl: false })
  else server.get('/', (_request, reply) => reply.code(404).type('text/plain').send(WITHOUT_PAGE))
  const url = await server.listen({ host: '127.0.0.1', port })
  return { server, url }
}
