// 50,000 contacts from a sheet: how long it takes, what memory, and what others wait meanwhile; then duplicates among many.
import { listDuplicates } from '@guiche/shared/features/inbox/contact-merges.ts'
import {
  showContactImport,
  startContactImport,
  type ContactImport
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import { listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { startSimulator } from '#simulator/simulator.ts'
import type { TestClient } from '#test/server/test-client.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase } from './bench-database.ts'
import { report, residentMegabytes, summarise } from './measure.ts'

/** Milliseconds between the calls of somebody else. */
const pause = 20

function rowsOf(count: number, from: number): string[][] {
  return [
    ['Nome', 'Telefone', 'E-mail', 'CPF', 'Cidade', 'Bairro', 'Observação'],
    ...Array.from({ length: count }, (_, at) => {
      const n = from + at
      const facts = [`${100_000_000 + n}`, `Cidade ${n % 90}`, `Bairro ${n % 700}`, n % 3 === 0 ? 'cliente antigo' : '']
      return [`Cliente ${n}`, `(11) 9${String(60_000_000 + n)}`, `cliente${n}@exemplo.com`, ...facts]
    })
  ]
}

async function importOne(server: ServerProcess, admin: TestClient, name: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const begun = performance.now()
  const { id } = (await (await admin.upload(startContactImport.path, form)).json()) as ContactImport
  const waits: number[] = []
  const seen = new Set<number>()
  let most = 0
  for (;;) {
    const at = performance.now()
    await admin.call(listAllTags, { query: {} })
    waits.push(performance.now() - at)
    most = Math.max(most, residentMegabytes(server.pid() ?? 0))
    if (waits.length % 5 === 0) {
      const { status, done, created, updated, failure } = await admin.call(showContactImport, { params: { id } })
      seen.add(done)
      if (status === 'done' || status === 'failed') {
        const seconds = ((performance.now() - begun) / 1000).toFixed(1)
        report(name, {
          seconds,
          status: failure ?? status,
          created,
          updated,
          'MB at most': most,
          'steps seen': seen.size
        })
        return report(`${name}: others wait`, { ...summarise(waits), unit: 'ms over HTTP' })
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Runs the part; `scale` below 1 takes a tenth of the rows. */
export async function benchImport(scale: number): Promise<void> {
  const database = await startBenchDatabase()
  const simulator = await startSimulator()
  const { whatsappUrl, caFile } = simulator
  const server = await prepareServer({ databaseUrl: database.url, whatsappUrl, caFile })
  await server.start()
  const { admin } = await pairCompany(server.url, simulator, { plan: 'Bench' })
  const count = Math.round(50_000 * scale)
  report('before', { MB: residentMegabytes(server.pid() ?? 0) })
  await importOne(server, admin, 'new.csv', await writeSheet('csv', rowsOf(count, 0)))
  await importOne(server, admin, 'new.xlsx', await writeSheet('xlsx', rowsOf(count, count)))
  await importOne(server, admin, 'known.csv', await writeSheet('csv', rowsOf(count, 0)))

  const { companyId } = admin.user
  await database.sql`
    insert into contacts (company_id, name, number, email)
    select ${companyId}, 'Pessoa ' || n, (5521900000000 + n)::text, 'pessoa' || n || '@exemplo.com'
    from generate_series(1, ${count * 2}::int) n`
  await database.sql`vacuum analyze contacts`
  for (const twins of [0, 40]) {
    await database.sql`
      insert into contacts (company_id, name, number)
      select ${companyId}, 'Pessoa ' || n * 999, (5531900000000 + n)::text from generate_series(1, ${twins}::int) n`
    const samples: number[] = []
    for (let index = 0; index < 20; index++) {
      const at = performance.now()
      await admin.call(listDuplicates)
      samples.push(performance.now() - at)
    }
    report(`duplicates among ${count * 4}, ${twins} pairs`, { ...summarise(samples), unit: 'ms over HTTP' })
  }
  await server.stop()
  await simulator.stop()
  await database.stop()
}
