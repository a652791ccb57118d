// `npm run company:export`: writes the archive of one company while the server runs.
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '#backup/progress.ts'
import { runProgram, WrongUsage } from '#backup/run-program.ts'
import type { ArchiveLock } from '#backup/write-archive.ts'
import { readConfig } from '#platform/config/env.ts'
import { readPassphrase } from './passphrase.ts'
import { exportCompany, type CompanyExported } from './export-company.ts'
import { recordExport } from './record-export.ts'
import { openStore, storeArchive } from './store-archive.ts'
import { withServer } from './with-server.ts'

const usage = `npm run company:export -- --company number (--to file | --s3-url-file file [--keep number]) (--key age1…... | --passphrase-file file)`

function lockOf({
  key = [],
  'passphrase-file': file
}: {
  key?: string[] | undefined
  'passphrase-file'?: string | undefined
}): ArchiveLock {
  if (key.length > 0 && file !== undefined) throw new WrongUsage('Either keys or a passphrase, not both.')
  if (file !== undefined) return { passphrase: readPassphrase(file) }
  if (key.length === 0)
    throw new WrongUsage('Who is to open it? --key age1… (npm run backup:key makes one), or --passphrase-file.')
  return { keys: key }
}

/** How many archives stay in the store; null for all. */
function keepOf(given: string | undefined): number | null {
  if (given === undefined) return null
  const keep = Number(given)
  if (!Number.isSafeInteger(keep) || keep < 1) throw new WrongUsage('--keep: how many archives stay, one at least.')
  return keep
}

interface Wish {
  companyId: number
  lock: ArchiveLock
  signal: AbortSignal
}

/** Writes the archive and tells the log of the company. */
function writeTo(file: string, { companyId, lock, signal }: Wish): Promise<CompanyExported> {
  return withServer(readConfig(), async (server) => {
    const done = await exportCompany({ ...server, companyId, lock, file, progress: createProgress(), signal })
    await recordExport(server.db, done)
    return done
  })
}

const countsOf = ({ company, rows, files, bytes }: CompanyExported): string =>
  `${company.name}, ${rows} rows, ${files} files (${bytes} bytes)`

/** By way of a file that goes again. */
async function writeToStore(urlFile: string, keep: number | null, wish: Wish): Promise<string> {
  const store = openStore(urlFile)
  const folder = await mkdtemp(path.join(readConfig().dataDir, 'archive-'))
  try {
    const moment = new Date()
    const file = path.join(folder, 'company.age')
    const done = await writeTo(file, wish)
    const { name, removed } = await storeArchive(store, file, { companyId: wish.companyId, moment, keep })
    return `${name} is in the store: ${countsOf(done)}.${removed > 0 ? ` ${removed} older ones were removed.` : ''}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      to: { type: 'string' },
      's3-url-file': { type: 'string' },
      keep: { type: 'string' },
      key: { type: 'string', multiple: true },
      'passphrase-file': { type: 'string' }
    }
  })
  const { to, 's3-url-file': urlFile } = values
  const companyId = Number(values.company)
  if (!Number.isSafeInteger(companyId) || companyId < 1)
    throw new WrongUsage('--company: the number of a company is needed.')
  if ((to === undefined) === (urlFile === undefined))
    throw new WrongUsage('Where to? --to file, or --s3-url-file with the address of a store.')
  const keep = keepOf(values.keep)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const wish = { companyId, lock: lockOf(values), signal: stopping.signal }
  if (urlFile !== undefined) return writeToStore(urlFile, keep, wish)
  const file = path.resolve(to ?? '')
  return `${file}: ${countsOf(await writeTo(file, wish))}.
Second factors, logins, pairings, invitations and tokens stay behind: docs/backup.md says what is entered anew.`
})
