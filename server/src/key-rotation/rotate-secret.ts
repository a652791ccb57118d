// `npm run secret:rotate`: seals everything anew under the present application secret, or under a new one that it makes.
import { parseArgs } from 'node:util'
import { countServers, openForBackup } from '#backup/tables.repo.ts'
import { BackupError } from '#backup/backup-error.ts'
import { runProgram, withDatabase, WrongUsage } from '#backup/run-program.ts'
import { openDatabase, type Database } from '#database/client.ts'
import { readConfig, type Config } from '#platform/config/env.ts'
import {
  loadAppSecrets,
  newAppSecret,
  readSecretFile,
  replaceSecretFile,
  secretFileOf
} from '#platform/secrets/app-secret.ts'
import { deleteLastingKeys } from '#platform/secrets/lasting-keys.ts'
import { giveUpFileKeys } from '#platform/storage/file-keys.ts'
import { reseal, type Resealed } from './reseal.ts'

const usage = 'npm run secret:rotate -- [--leaked] [--lost]'

/** Milliseconds for which what an old secret signed is accepted: as long as links to files live. */
const acceptedFor = 9 * 24 * 3600 * 1000

/** A new secret in the place of the one in the file, which is accepted as those of before are: some may not be done with. */
async function renewFile(dataDir: string): Promise<void> {
  const file = secretFileOf(dataDir)
  const kept = await readSecretFile(file)
  if (!kept) throw new BackupError('There is no secret here yet: the first start of the server makes one.')
  const until = new Date(Date.now() + acceptedFor).toISOString()
  const present = kept.accepted.filter((old) => new Date(old.until) > new Date())
  await replaceSecretFile(file, {
    appSecret: newAppSecret(),
    accepted: [{ secret: kept.appSecret, until }, ...present]
  })
}

async function dropOld(dataDir: string): Promise<void> {
  const file = secretFileOf(dataDir)
  const kept = await readSecretFile(file)
  if (kept) await replaceSecretFile(file, { ...kept, accepted: [] })
}

/** A server that runs has the old secret alone, and would not open what is sealed with a new one. */
async function refuseBesideServers(url: string): Promise<void> {
  const sql = openForBackup(url)
  try {
    if ((await countServers(sql)) > 0)
      throw new BackupError('A server is connected to this database: stop it, then change the secret.')
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function lineOf({ column, count, unreadable }: Resealed): string {
  const open = unreadable > 0 ? `, ${unreadable} that no secret here opens` : ''
  return `${column}: ${count} sealed anew${open}\n`
}

async function resealAll(db: Database, config: Config): Promise<number> {
  const done = await reseal(db, await loadAppSecrets(config), (column) => void process.stdout.write(lineOf(column)))
  return done.reduce((sum, { unreadable }) => sum + unreadable, 0)
}

interface Wish {
  leaked: boolean
  lost: boolean
}

async function rotate(config: Config, { leaked, lost }: Wish): Promise<string> {
  const isOurs = config.appSecret === undefined
  if (!isOurs && !lost && config.acceptedSecrets.length === 0)
    throw new WrongUsage(
      'APP_SECRET_ACCEPTED is needed: the secret of before. docs/operations.md says how a secret is changed.'
    )
  return withDatabase(config, isOurs || lost, async (url) => {
    if (isOurs || lost) await refuseBesideServers(url)
    if (isOurs && !lost) await renewFile(config.dataDir)
    const db = openDatabase({ url, max: 2, name: 'secret:rotate' })
    try {
      const unreadable = await resealAll(db, config)
      if (lost) {
        await deleteLastingKeys(db)
        await giveUpFileKeys(db)
        return `The next start makes new keys. ${unreadable} values stay unreadable: pair connections anew, enter keys again. Files that were stored until now stay unreadable, too.`
      }
      if (unreadable > 0)
        throw new BackupError(
          `${unreadable} values are sealed with a secret that is not here: add it to APP_SECRET_ACCEPTED.`
        )
      if (isOurs && leaked) await dropOld(config.dataDir)
      return isOurs
        ? `Done. Start the server. ${leaked ? 'What the old secret signed is refused from now on.' : 'Links of before work for nine more days.'}`
        : 'Done: APP_SECRET opens everything. Take APP_SECRET_ACCEPTED out nine days from now, or at once if the old secret leaked.'
    } finally {
      await db.$client.end({ timeout: 5 })
    }
  })
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { leaked: { type: 'boolean', default: false }, lost: { type: 'boolean', default: false } }
  })
  return rotate(readConfig(), values)
})
