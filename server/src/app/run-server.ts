// Starts the server: configuration, database, migrations, application; ends it with grace.
import closeWithGrace from 'close-with-grace'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import { pino } from 'pino'
import { buildApp } from './build-app.ts'
import { patchProblems } from './check-patches.ts'
import { openDatabase } from '#database/client.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { loadAppSecrets } from '#platform/secrets/app-secret.ts'
import { BadConfiguration, readConfig } from '#platform/config/env.ts'
import { describeFailure } from '#platform/text/describe-failure.ts'
import { stopReaders } from '#platform/readers/file-reader.ts'

/** Milliseconds a stop may take before the process is ended. */
const grace = 20_000

function stopWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** What is wrong with the configuration is told in words; anything else with its stack. */
function stopIfMisconfigured(error: unknown): never {
  if (error instanceof BadConfiguration) return stopWith(`The configuration is not usable.\n${error.message}`)
  throw error
}

const unpatched = patchProblems()
if (unpatched.length > 0) stopWith(`Libraries are not as they must be; npm ci mends it.\n${unpatched.join('\n')}`)

const config = (() => {
  try {
    return readConfig()
  } catch (error) {
    return stopIfMisconfigured(error)
  }
})()

const log = pino({
  level: config.logLevel,
  // An error of the database quotes the statement with its values: what customers write is in no log.
  serializers: { err: (error: unknown) => describeFailure(error) },
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  // Structured lines in production, readable ones at a terminal.
  ...(config.environment === 'development' && process.stdout.isTTY ? { transport: { target: 'pino-pretty' } } : {})
})

const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log }).catch((error: Error) => stopWith(error.message))
const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
// The lock belongs to a session: a pooler in front would hand it to somebody else.
await migrateDatabase(config.databaseDirectUrl ?? databaseUrl)
const db = openDatabase({ url: databaseUrl, max: config.databasePool })
const app = await loadAppSecrets(config)
  .then((appSecrets) => buildApp({ config, db, databaseUrl, appSecrets, log }))
  .catch(async (error: unknown) => {
    await embedded?.stop()
    return stopIfMisconfigured(error)
  })
const port = await app.listen()
log.info({ port, roles: config.roles }, `Guichê is ready at ${config.publicUrl}${serverPaths.console}/`)

// What a library forgets to catch (Baileys asks WhatsApp for much that nobody waits for) is no reason to end every session.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'a failure that nobody waited for'))

closeWithGrace(
  { delay: grace, skip: ['unhandledRejection'], logger: { error: (text: unknown) => log.error(text) } },
  async ({ err, signal }) => {
    if (err) log.error({ err }, 'the server ends because of an error')
    else log.info({ signal }, 'the server ends')
    stopReaders()
    await app.close()
    await db.$client.end({ timeout: 5 })
    await embedded?.stop()
  }
)
