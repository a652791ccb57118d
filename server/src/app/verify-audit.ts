// `npm run audit:verify`: proves the audit log of every company and prints the heads; ends with 1 where one is broken.
import { pino } from 'pino'
import { openDatabase } from '#database/client.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { EmbeddedPostgresError } from '#database/embedded-error.ts'
import { verifyLogs, type CheckedLogs } from '#platform/audit/check-chain.ts'
import { BadConfiguration, readConfig } from '#platform/config/env.ts'

/** Ends with another status than a broken log: nothing was proved. */
class NotChecked extends Error {}

async function checkAll(): Promise<CheckedLogs> {
  const config = readConfig()
  // The embedded database runs for one program at a time: the server is stopped before, or has a database of its own.
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: pino({ level: 'error' }) })
  const db = openDatabase({ url: config.databaseUrl ?? embedded?.url ?? '', max: 1, name: 'guiche audit:verify' })
  try {
    return await verifyLogs(db, (line) => void process.stdout.write(`${line}\n`))
  } catch (error) {
    // Drizzle's own message is the statement.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new NotChecked(cause instanceof Error ? cause.message : 'no answer from the database')
  } finally {
    await db.$client.end({ timeout: 5 })
    await embedded?.stop()
  }
}

try {
  const { logs, broken } = await checkAll()
  if (broken === 0) process.stdout.write(`All ${logs} logs are whole.\n`)
  else {
    process.stderr.write(
      `${broken} of ${logs} logs BROKEN: entries were changed, removed or added by somebody other than the server. ` +
        'The lines above name the first such entry of each.\n'
    )
    process.exitCode = 1
  }
} catch (error) {
  const kinds = [NotChecked, EmbeddedPostgresError, BadConfiguration]
  if (!kinds.some((kind) => error instanceof kind)) throw error
  process.stderr.write(`The logs could not be checked: ${(error as Error).message}\n`)
  process.exitCode = 2
}
