// `npm run company:import`: takes a company in from its archive, while the server runs.
import { parseArgs } from 'node:util'
import { createProgress } from '#backup/progress.ts'
import { readKeyFile, runProgram, WrongUsage } from '#backup/run-program.ts'
import type { ArchiveKey } from '#backup/read-archive.ts'
import { readConfig } from '#platform/config/env.ts'
import { byCommand, importCompany, sweepImports } from './import-company.ts'
import { readPassphrase } from './passphrase.ts'
import { withServer } from './with-server.ts'

const usage = `npm run company:import -- file (--identity file | --passphrase-file file) [--name text] [--plan name] [--with-billing] [--email-tag word]`

function keyOf({
  identity,
  'passphrase-file': file
}: {
  identity?: string | undefined
  'passphrase-file'?: string | undefined
}): ArchiveKey {
  return file === undefined ? readKeyFile(identity) : { passphrase: readPassphrase(file) }
}

await runProgram(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      identity: { type: 'string' },
      'passphrase-file': { type: 'string' },
      name: { type: 'string' },
      plan: { type: 'string' },
      'with-billing': { type: 'boolean', default: false },
      'email-tag': { type: 'string' }
    }
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new WrongUsage('Which archive? One file is needed.')
  const key = keyOf(values)
  const terms = {
    name: values.name ?? null,
    plan: values.plan ?? null,
    withBilling: values['with-billing'],
    emailTag: values['email-tag'] ?? null
  }
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const done = await withServer(readConfig(), async (server) => {
    await sweepImports(server.db, server.storage)
    return importCompany({
      ...server,
      file,
      key,
      terms,
      by: byCommand,
      progress: createProgress(),
      signal: stopping.signal
    })
  })
  const anew =
    done.unreadable > 0 ? ` ${done.unreadable} keys that the old server could not open are to be entered.` : ''
  return `${done.name} is company ${done.companyId} here: ${done.rows} rows, ${done.files} files; its audit log of ${done.audit.entries} entries was ${done.audit.chain}.
Pair each connection anew, start campaigns and decide scheduled messages by hand; people set up second factors anew.${anew}`
})
