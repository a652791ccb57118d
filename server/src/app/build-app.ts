// The composition root: joins configuration, platform, features and WhatsApp into one running server.
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '#database/client.ts'
import { followYoungTables } from '#database/young-tables.ts'
import type { ActorDirectory } from '#platform/actor.ts'
import type { Config } from '#platform/config/env.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createEventBus } from '#platform/events/event-bus.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { serveMedia } from '#platform/http/media-routes.ts'
import { registerRoutes } from '#platform/http/mount.ts'
import { upgradeAddress } from '#platform/http/trust-proxy.ts'
import { exposeWork } from '#platform/work/count-work.ts'
import { createPgBossJobs } from '#platform/work/pg-boss-jobs.ts'
import { createMail } from '#platform/mail/create-mail.ts'
import { createCheckout, createPix } from '#platform/payments/create-payments.ts'
import { joinNodes } from '#platform/realtime/between-nodes.ts'
import { lastSeq } from '#platform/realtime/last-seq.ts'
import { createRawLines } from '#platform/realtime/raw-lines.ts'
import { createRealtimeServer, type RealtimeServer } from '#platform/realtime/realtime-server.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { createStorage } from '#platform/storage/create-storage.ts'
import { readAccessToken } from '#features/org/auth/access-tokens.ts'
import { readDeviceCookie } from '#features/org/auth/device-cookie.ts'
import { personOfDevice } from '#features/org/auth/known-callers.ts'
import { createActorDirectory } from '#features/org/auth/actor-directory.ts'
import { serveSandboxCheckout } from '#features/billing/checkout/sandbox-page.ts'
import { startWhatsApp, type WhatsAppRoom, type WhatsAppTimings } from '#whatsapp/adapter.ts'
import { createTranslator } from './compat/translator.ts'
import { features } from './features.ts'
import { serveConsole } from './serve-console.ts'
import { serveHealth } from './serve-health.ts'
import { isWithheld } from './withheld-files.ts'
import { wireWhatsApp } from './wire-whatsapp.ts'

/** Milliseconds between two looks at the logins of open sockets. */
const socketRound = 2 * 60_000
/**
 * Milliseconds a stop waits for WhatsApp to acknowledge what is on its way: meanwhile no other node has the sessions. What is
 * not acknowledged by then is sent again under its id.
 */
const sendPatience = 700

export interface AppParts {
  config: Config
  db: Database
  databaseUrl: string
  appSecret: string
  log: Logger
  now?: () => Date
  /** Waiting times of WhatsApp's sessions that differ from the usual ones. */
  timings?: WhatsAppTimings
  /** Milliseconds between two looks at the logins of open sockets, where it is not the usual time. */
  roundEvery?: number
}

export interface App {
  ctx: Ctx
  http: FastifyInstance
  realtime: RealtimeServer
  directory: ActorDirectory
  whatsapp: WhatsAppRoom
  /** Starts jobs and sessions and listens; resolves with the port. */
  listen(): Promise<number>
  /** Finishes what was taken, then closes sockets, sessions and jobs; the database stays open. */
  close(): Promise<void>
}

/** Builds the server on an open, migrated database. Nothing runs before `listen` (or `inject`). */
export async function buildApp({
  config,
  db,
  databaseUrl,
  appSecret,
  log,
  now = () => new Date(),
  timings = {},
  roundEvery = socketRound
}: AppParts): Promise<App> {
  await mkdir(config.dataDir, { recursive: true })
  const secrets = createSecrets(appSecret)
  const bus = createEventBus(log)
  // They wake one another by notices, which do not come through a pooler.
  const direct = config.databaseDirectUrl ?? databaseUrl
  const jobs = createPgBossJobs({ databaseUrl: direct, log, runWorkers: config.roles.includes('jobs') })
  const storage = await createStorage(config)
  const mail = createMail(config, log)
  const loginOf = (token: string | undefined) => readAccessToken({ secrets, now }, token)?.sid ?? null
  const http = await createHttpServer({
    config,
    log,
    loginOf,
    isSignedIn: (token) =>
      directory.byAccessToken(token).then(
        () => true,
        () => false
      ),
    personOfDevice: (request) => personOfDevice(secrets, readDeviceCookie(request))
  })

  const payments = { pix: createPix(config), checkout: createCheckout(config) }
  const ctx = { config, db, pool: db, bus, jobs, storage, mail, ...payments, secrets, now, log } as unknown as Ctx
  const directory = createActorDirectory(ctx)
  const translator = createTranslator(ctx)
  const nodes = await joinNodes(config, log)
  const lines = createRawLines(
    features.flatMap((feature) => feature.line?.(ctx) ?? []),
    upgradeAddress(config.trustProxy)
  )
  const realtime = createRealtimeServer({
    app: http,
    config,
    directory,
    nodes,
    lastSeq: (companyId) => lastSeq(db, companyId),
    takeOther: lines.take,
    translator,
    roundEvery,
    log
  })
  ctx.realtime = realtime
  const { events, delivery } = wireWhatsApp(ctx)
  const whatsapp = startWhatsApp({ config, db, databaseUrl, secrets, log, now, timings }, events)
  ctx.whatsapp = whatsapp

  for (const feature of features) {
    feature.realtime?.(bus)
    feature.listeners?.(bus)
    feature.jobs?.(jobs)
  }
  registerRoutes(
    http,
    { ctx, directory, translator },
    features.flatMap((feature) => feature.routes ?? [])
  )
  serveMedia(http, ctx, (key) => isWithheld(ctx, key))
  serveSandboxCheckout(http, ctx)
  await serveConsole(http)
  serveHealth(http, ctx)
  exposeWork(http)
  await http.ready()

  let closing: Promise<void> | null = null
  let stopCounting = async () => {}
  return {
    ctx,
    http,
    realtime,
    directory,
    whatsapp,
    listen: async () => {
      for (const feature of features) await feature.start?.(ctx)
      await jobs.start(ctx)
      if (config.roles.includes('jobs')) stopCounting = followYoungTables(db.$client, log)
      if (config.roles.includes('sessions')) await whatsapp.start()
      await http.listen({ host: config.host, port: config.port })
      return (http.server.address() as AddressInfo).port
    },
    close: () => {
      closing ??= (async () => {
        const delivered = delivery.stop()
        await Promise.race([delivered, setTimeout(sendPatience, undefined, { ref: false })])
        // Whoever still waits for WhatsApp's word hears that the line ended: the task stays for the next start.
        await whatsapp.stop()
        await delivered
        lines.close()
        await realtime.close()
        await http.close()
        await bus.drain()
        await jobs.stop()
        await stopCounting()
        await mail.close()
      })()
      return closing
    }
  }
}
