// `npm run backup:key -- --to file`: makes the pair of keys for backups.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'
import { runProgram } from './run-program.ts'

await runProgram('npm run backup:key -- [--to guiche-backup.key]', async () => {
  const { to } = parseArgs({ options: { to: { type: 'string', default: 'guiche-backup.key' } } }).values
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    writeFileSync(to, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw new BackupError(`The key could not be written: ${(error as Error).message}`)
  }
  return `The public half encrypts backups. Put it into server/.env:

  BACKUP_KEY=${recipient}

The private half is in ${to} and opens them. Take it off this machine now, to two places that do not burn together
(a password manager, paper in a safe), and delete it here: without it no backup can ever be opened, and whoever has
it beside a backup reads everything. APP_SECRET is in no backup: keep it in the same places.`
})
