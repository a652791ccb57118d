// The passphrase of an archive, from a file: the arguments of a program are seen by everybody on its machine.
import { readFileSync } from 'node:fs'
import { BackupError } from '#backup/backup-error.ts'

/** Characters of a passphrase at least: whoever has the archive may try as often as they like. */
const leastPassphrase = 16

/** The first line of a file. Errors: BackupError for none and for one that is short. */
export function readPassphrase(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`The passphrase cannot be read: ${(error as Error).message}`)
  }
  const passphrase = (text.split('\n')[0] ?? '').trim()
  if (passphrase.length < leastPassphrase)
    throw new BackupError(`A passphrase has at least ${leastPassphrase} characters.`)
  return passphrase
}
