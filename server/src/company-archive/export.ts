// `npm run company:export`: writes the archive of one company while the server runs.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '#backup/progress.ts'
import { runProgram, WrongUsage } from '#backup/run-program.ts'
import type { ArchiveLock } from '#backup/write-archive.ts'
import { readConfig } from '#platform/config/env.ts'
import { readPassphrase } from './passphrase.ts'
import { exportCompany } from './export-company.ts'
import { recordExport } from './record-export.ts'
import { withServer } from './with-server.ts'

const usage = `npm run company:export -- --company number --to file (--key age1…... | --passphrase-file file)`

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

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      to: { type: 'string' },
      key: { type: 'string', multiple: true },
      'passphrase-file': { type: 'string' }
    }
  })
  const companyId = Number(values.company)
  if (!Number.isSafeInteger(companyId) || companyId < 1)
    throw new WrongUsage('--company: the number of a company is needed.')
  if (values.to === undefined) throw new WrongUsage('--to: the name of the file is needed.')
  const lock = lockOf(values)
  const file = path.resolve(values.to)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const { company, rows, files, bytes } = await withServer(readConfig(), async (server) => {
    const progress = createProgress()
    const done = await exportCompany({ ...server, companyId, lock, file, progress, signal: stopping.signal })
    await recordExport(server.db, done)
    return done
  })
  return `${file}: ${company.name}, ${rows} rows, ${files} files (${bytes} bytes).
Second factors, logins, pairings, invitations and tokens stay behind: docs/backup.md says what is entered anew.`
})
