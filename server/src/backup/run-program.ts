// What the programs of this room have in common: configuration, the database, sentences and exit codes.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { EmbeddedPostgresError } from '#database/embedded-error.ts'
import { reachEmbeddedPostgres, startEmbeddedPostgres } from '#database/embedded.ts'
import { BadConfiguration, type Config } from '#platform/config/env.ts'
import { BackupError } from './backup-error.ts'

export const silent = pino({ level: 'silent' })

/** Thrown for arguments that make no sense; ends with status 2. */
export class WrongUsage extends Error {}

/** Errors: BackupError. */
export function readKeyFile(file: string | undefined): string {
  if (file === undefined) throw new WrongUsage('--identity: the file with the private key is needed.')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`The private key cannot be read: ${(error as Error).message}`)
  }
}

/** Runs `work` with the address of the database; `alone` for who must not share it with a server. */
export async function withDatabase<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  isAlone: boolean,
  work: (url: string) => Promise<T>
): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseDirectUrl ?? databaseUrl)
  const embedded = await (isAlone ? startEmbeddedPostgres : reachEmbeddedPostgres)({ dataDir, log: silent })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

function isForPeople(error: unknown): boolean {
  return [BackupError, EmbeddedPostgresError, BadConfiguration, WrongUsage].some((kind) => error instanceof kind)
}

/** Ends with 0 when all is done, 1 when it is not, 2 for wrong arguments. */
export async function runProgram(usage: string, work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const isUsage = error instanceof WrongUsage || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    const text = isUsage || isForPeople(error) ? (error as Error).message : (error as Error).stack
    process.stderr.write(`${text}\n${isUsage ? `${usage}\n` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}
