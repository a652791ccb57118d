// Health and readiness, for load balancers and health checks.
import type { FastifyInstance } from 'fastify'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import { ping } from '#database/client.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Milliseconds after which a database that does not answer counts as away. */
const patience = 3_000

function isDatabaseUp(ctx: Ctx): Promise<boolean> {
  return Promise.race([
    ping(ctx.pool).then(
      () => true,
      () => false
    ),
    new Promise<boolean>((answer) => setTimeout(answer, patience, false).unref())
  ])
}

/** Whether the process lives, and whether database and jobs work: 503 otherwise. Whoever asks is not counted. */
export function serveHealth(app: FastifyInstance, ctx: Ctx): void {
  const options = { schema: { hide: true }, config: { rateLimit: false as const } }
  app.get(serverPaths.health, options, async () => ({ status: 'ok' }))
  app.get(serverPaths.ready, options, async (_request, reply) => {
    const checks = { database: await isDatabaseUp(ctx), jobs: ctx.jobs.isReady() }
    const ready = Object.values(checks).every(Boolean)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
