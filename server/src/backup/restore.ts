// `npm run restore`: puts a backup into an empty database and an empty storage.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createStorage } from '#platform/storage/create-storage.ts'
import { readConfig, type Config } from '#platform/config/env.ts'
import { loadAppSecrets } from '#platform/secrets/app-secret.ts'
import { BackupError } from './backup-error.ts'
import { createProgress } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'
import { readKeyFile, runProgram, silent, withDatabase, WrongUsage } from './run-program.ts'

const usage = `npm run restore -- file --identity file [--replace] [--keep-sessions] [--accept-other-secret]`

/** A secret of its own would be made at the first start, and would open nothing. */
function checkSecret({ appSecret, dataDir }: Config): void {
  if (appSecret === undefined && !existsSync(path.resolve(dataDir, 'secrets.json')))
    throw new BackupError(
      'APP_SECRET is not set, and no backup holds it: set that of the old server, or copy its DATA_DIR/secrets.json here.'
    )
}

await runProgram(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      identity: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'keep-sessions': { type: 'boolean', default: false },
      'accept-other-secret': { type: 'boolean', default: false }
    }
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new WrongUsage('Which backup? One file is needed.')
  const keepSessions = values['keep-sessions']
  if (keepSessions && values['accept-other-secret'])
    throw new WrongUsage('--keep-sessions needs the APP_SECRET of the backup: it sealed the keys of WhatsApp.')
  const identity = readKeyFile(values.identity)
  const config = readConfig()
  checkSecret(config)
  const { header, manifest } = await withDatabase(config, true, async (databaseUrl) =>
    restoreBackup({
      databaseUrl,
      storage: await createStorage(config),
      appSecrets: await loadAppSecrets(config),
      identity,
      file,
      log: silent,
      replace: values.replace,
      keepSessions,
      acceptOtherSecret: values['accept-other-secret'],
      progress: createProgress()
    })
  )
  return `Restored as of ${header.createdAt}: every table has the rows and the fingerprint of then, ${manifest.files.count} files.
${
  keepSessions
    ? 'WhatsApp goes on with the keys of the backup: the old server must not start again.'
    : 'Connections are stopped: pair each phone anew. Campaigns that were running are cancelled: look before starting them again.'
}`
})
