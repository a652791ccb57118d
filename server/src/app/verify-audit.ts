// `npm run audit:verify`: proves the audit log of every company and prints the heads; ends with 1 where one is broken.
import { pino } from 'pino'
import { openDatabase } from '#database/client.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { verifyLogs } from '#platform/audit/check-chain.ts'
import { readConfig } from '#platform/config/env.ts'

const config = readConfig()
// The embedded database runs for one program at a time: the server is stopped before, or has a database of its own.
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: pino({ level: 'error' }) })
const db = openDatabase({ url: config.databaseUrl ?? embedded?.url ?? '', max: 1, name: 'guiche audit:verify' })
try {
  const isWhole = await verifyLogs(db, (line) => void process.stdout.write(`${line}\n`))
  process.exitCode = isWhole ? 0 : 1
} finally {
  await db.$client.end({ timeout: 5 })
  await embedded?.stop()
}
