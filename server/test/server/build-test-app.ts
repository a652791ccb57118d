// The whole server for a test file: a database of its own, a clock that can be moved, mails that can be read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { buildApp, type App, type AppParts } from '#app/build-app.ts'
import { openDatabase } from '#database/client.ts'
import { readConfig, type Config } from '#platform/config/env.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AppSecrets } from '#platform/secrets/app-secret.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'
import { testSecret } from './test-secret.ts'

export const testSuper = { email: 'super@guiche.test', password: 'Super-123' }

export interface TestApp {
  app: App
  ctx: Ctx
  http: App['http']
  databaseUrl: string
  /** `http://127.0.0.1:…` for sockets and uploads; everything else goes through `injectCall`. */
  url: string
  clock: TestClock
  /** Sent mails, oldest first. */
  mails: MailMessage[]
  /** Lines the server logged. */
  logged: string[]
  /** Runs pending listeners and jobs until nothing is left. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  config?: Partial<Config>
  /** A second node on the database of the first. */
  besides?: TestApp
  /** Carries realtime between nodes through the database, as a server with a database of its own does. */
  isOneOfMany?: boolean
  /** Stands in for the WhatsApp room. */
  whatsapp?: Partial<Ctx['whatsapp']>
  /** Shorter waits of WhatsApp's sessions. */
  timings?: NonNullable<AppParts['timings']>
  /** Seconds that a connection to the database may take to open: many files that begin at once are slow. */
  connectTimeout?: number
  /** Milliseconds between two looks at the logins of open sockets. */
  roundEvery?: number
  /** Others than those of every test. */
  secrets?: AppSecrets
}

const defaultSecrets: AppSecrets = { current: testSecret, accepted: [] }

const recordingLog = (logged: string[]): Logger =>
  pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })

/** Builds and starts a server. Call it in `beforeAll`, and `close()` in `afterAll`. */
export async function buildTestApp({
  config,
  besides,
  isOneOfMany = false,
  whatsapp,
  timings = {},
  secrets = defaultSecrets,
  connectTimeout = 30,
  roundEvery
}: TestAppOptions = {}): Promise<TestApp> {
  const database = besides ? undefined : await createTestDatabase()
  const databaseUrl = besides?.databaseUrl ?? database?.url ?? ''
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-app-'))
  const clock = besides?.clock ?? createTestClock()
  const mails: MailMessage[] = []
  const logged: string[] = []
  const db = openDatabase({ url: databaseUrl, max: 6, connectTimeout })
  const settled: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      ROLES: 'api,jobs',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_LOGIN: '1000000',
      SUPER_EMAIL: testSuper.email,
      SUPER_PASSWORD: testSuper.password
    }),
    // Thousands of people log in during a test run.
    passwordMemory: 1024,
    ...(isOneOfMany ? { databaseUrl } : {}),
    ...config
  }
  const app = await buildApp({
    config: settled,
    db,
    databaseUrl,
    appSecrets: secrets,
    log: recordingLog(logged),
    now: clock.now,
    timings,
    standIns: {
      mail: { send: async (message) => void mails.push(message), close: async () => {} },
      ...(whatsapp && { whatsapp })
    },
    ...(roundEvery === undefined ? {} : { roundEvery })
  })
  const port = await app.listen()

  return {
    app,
    ctx: app.ctx,
    http: app.http,
    databaseUrl,
    url: `http://127.0.0.1:${port}`,
    clock,
    mails,
    logged,
    drain: async () => {
      await app.ctx.bus.drain()
      await app.ctx.jobs.drain()
      await app.ctx.bus.drain()
    },
    close: async () => {
      await app.close()
      await db.$client.end({ timeout: 5 })
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
