// The composition root: joins configuration, platform, features and WhatsApp into one running server.
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { videoPlayerOrigin } from '@guiche/shared/features/library/helps.ts'
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
import { hiddenFrom } from '#platform/numbers/number-door.ts'
import { createPgBossJobs } from '#platform/work/pg-boss-jobs.ts'
import { createMail } from '#platform/mail/create-mail.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { createCheckout, createPix } from '#platform/payments/create-payments.ts'
import { joinNodes } from '#platform/realtime/between-nodes.ts'
import { lastSeq } from '#platform/events/event-log.repo.ts'
import { createRawLines, type RawLines } from '#platform/realtime/raw-lines.ts'
import { createRealtimeServer, type RealtimeServer } from '#platform/realtime/realtime-server.ts'
import type { AppSecrets } from '#platform/secrets/app-secret.ts'
import { openSecrets } from '#platform/secrets/lasting-keys.ts'
import { exposeScans } from '#platform/scanning/count-scans.ts'
import { createScanner } from '#platform/scanning/virus-scanner.ts'
import { countStorage } from '#platform/storage/count-storage.ts'
import { createStorage } from '#platform/storage/create-storage.ts'
import { createOlderFilesWork } from '#platform/storage/encrypt-older.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import type { WhatsAppPort } from '#platform/whatsapp-port.ts'
import { readAccessToken } from '#features/org/auth/access-tokens.ts'
import { readDeviceCookie } from '#features/org/auth/device-cookie.ts'
import { personOfDevice } from '#features/org/auth/known-callers.ts'
import { createActorDirectory } from '#features/org/auth/actor-directory.ts'
import { sandboxPage, serveSandboxCheckout } from '#features/billing/checkout/sandbox-page.ts'
import { startWhatsApp, type WhatsAppRoom, type WhatsAppTimings } from '#whatsapp/adapter.ts'
import { createTranslator } from './compat/translator.ts'
import { features } from './features.ts'
import { serveConsole } from './serve-console.ts'
import { serveHealth } from './serve-health.ts'
import { isWithheld } from './withheld-files.ts'
import { wireWhatsApp, type WiredWhatsApp } from './wire-whatsapp.ts'

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
  appSecrets: AppSecrets
  log: Logger
  now?: () => Date
  /** Waiting times of WhatsApp's sessions that differ from the usual ones. */
  timings?: WhatsAppTimings
  /** Milliseconds between two looks at the logins of open sockets, where it is not the usual time. */
  roundEvery?: number
  /** In the place of the ports of the house, for tests. */
  standIns?: { mail?: Mail; whatsapp?: Partial<WhatsAppPort> }
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
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, databaseUrl, appSecrets, log, now = () => new Date(), timings = {}, standIns = {} } = parts
  await mkdir(config.dataDir, { recursive: true })
  const secrets = await openSecrets(db, appSecrets)
  const encryption = openEncryption(await createStorage(config), db, secrets, log)
  const bus = createEventBus(log)
  // They wake one another by notices, which do not come through a pooler.
  const direct = config.databaseDirectUrl ?? databaseUrl
  const ctx: Ctx = {
    config,
    db,
    pool: db,
    bus,
    jobs: createPgBossJobs({ databaseUrl: direct, log, runWorkers: config.roles.includes('jobs') }),
    storage: countStorage(encryptStorage(encryption), db, log),
    scanner: createScanner(config.virusScanner, log),
    mail: standIns.mail ?? createMail(config, log),
    pix: createPix(config),
    checkout: createCheckout(config, (reference) => sandboxPage(config.publicUrl, reference)),
    secrets,
    now,
    log,
    // Sessions and sockets act through this context, and features through it on them: each is made with the other.
    get whatsapp() {
      return port
    },
    get realtime() {
      return realtime
    }
  }
  const { events, outbox } = wireWhatsApp(ctx)
  const whatsapp = startWhatsApp({ config, db, databaseUrl, secrets, log, now, timings }, events)
  const port = { ...whatsapp, ...standIns.whatsapp }
  const directory = createActorDirectory(ctx)
  const http = await createHttpServer({
    config,
    log,
    frames: videoPlayerOrigin,
    loginOf: (token) => readAccessToken(ctx, token)?.sid ?? null,
    isSignedIn: (token) =>
      directory.byAccessToken(token).then(
        () => true,
        () => false
      ),
    personOfDevice: (request) => personOfDevice(secrets, readDeviceCookie(request))
  })
  const translator = createTranslator(ctx)
  const lines = createRawLines(
    features.flatMap((feature) => feature.line?.(ctx) ?? []),
    upgradeAddress(config.trustProxy)
  )
  const realtime = createRealtimeServer({
    app: http,
    config,
    directory,
    nodes: await joinNodes(config, log),
    lastSeq: (companyId) => lastSeq(db, companyId),
    hide: (companyId, payload) => hiddenFrom(db, companyId, payload),
    takeOther: lines.take,
    translator,
    roundEvery: parts.roundEvery ?? socketRound,
    log
  })
  plugIn(ctx)
  const encryptOlder = createOlderFilesWork(encryption)
  ctx.jobs.schedule('encrypt older files', '* * * * *', (_ctx, { isStopping }) => encryptOlder(now(), isStopping))
  registerRoutes(
    http,
    { ctx, directory, translator },
    features.flatMap((feature) => feature.routes ?? [])
  )
  serveMedia(http, ctx, (key, opensWithheld) => isWithheld(ctx, key, opensWithheld))
  serveSandboxCheckout(http, ctx)
  await serveConsole(http)
  serveHealth(http, ctx)
  exposeWork(http)
  exposeScans(http)
  await http.ready()
  return { ctx, http, realtime, directory, whatsapp, ...runApp({ ctx, http, realtime, whatsapp, outbox, lines }) }
}

/** Lets features hear what happens, and takes up their work. */
function plugIn({ bus, jobs }: Ctx): void {
  for (const feature of features) {
    feature.realtime?.(bus)
    feature.listeners?.(bus)
    feature.jobs?.(jobs)
  }
}

interface RunningParts extends Pick<App, 'ctx' | 'http' | 'realtime' | 'whatsapp'> {
  outbox: WiredWhatsApp['outbox']
  lines: RawLines
}

/** Starting and stopping, in the order in which the parts need one another. */
function runApp({ ctx, http, realtime, whatsapp, outbox, lines }: RunningParts): Pick<App, 'listen' | 'close'> {
  const { config, bus, jobs, mail, log } = ctx
  let closing: Promise<void> | null = null
  let stopCounting = async () => {}
  const stop = async (): Promise<void> => {
    const delivered = outbox.stop()
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
  }
  return {
    listen: async () => {
      for (const feature of features) await feature.start?.(ctx)
      await jobs.start(ctx)
      if (config.roles.includes('jobs')) stopCounting = followYoungTables(ctx.pool.$client, log)
      if (config.roles.includes('sessions')) await whatsapp.start()
      await http.listen({ host: config.host, port: config.port })
      return (http.server.address() as AddressInfo).port
    },
    close: () => (closing ??= stop())
  }
}
