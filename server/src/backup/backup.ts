// `npm run backup`: backs the whole server up while it runs, or verifies a backup.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createStorage } from '#platform/storage/create-storage.ts'
import { readConfig } from '#platform/config/env.ts'
import { loadAppSecrets } from '#platform/secrets/app-secret.ts'
import { createBackup } from './create-backup.ts'
import { createProgress } from './progress.ts'
import { readKeyFile, runProgram, withDatabase, WrongUsage } from './run-program.ts'
import { verifyBackup } from './verify-backup.ts'
import type { Manifest } from './archive-format.ts'

const usage = `npm run backup -- [--to file] [--key age1…]...
npm run backup -- --verify file --identity file`

function countsOf({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const gone = files.gone > 0 ? `, ${files.gone} deleted meanwhile` : ''
  return `${Object.keys(tables).length} tables, ${rows} rows, ${files.count} files (${files.bytes} bytes)${gone}`
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      key: { type: 'string', multiple: true },
      verify: { type: 'string' },
      identity: { type: 'string' }
    }
  })
  if (values.verify !== undefined) {
    const { header, manifest } = await verifyBackup(values.verify, readKeyFile(values.identity), createProgress())
    return `${values.verify} is whole: of ${header.createdAt}, Guichê ${header.version}, ${countsOf(manifest)}.`
  }
  const config = readConfig()
  const keys = values.key ?? config.backupKeys
  if (keys.length === 0) throw new WrongUsage('BACKUP_KEY or --key is needed: npm run backup:key makes a key.')
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const file = path.resolve(values.to ?? path.join(config.dataDir, 'backups', `guiche-${moment}.age`))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const manifest = await withDatabase(config, false, async (databaseUrl) =>
    createBackup({
      databaseUrl,
      storage: await createStorage(config),
      appSecret: (await loadAppSecrets(config)).current,
      keys,
      file,
      progress: createProgress(),
      signal: stopping.signal
    })
  )
  return `${file}: ${countsOf(manifest)}.`
})
