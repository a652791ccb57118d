// Whoever copied the files of a company while it was here reads none of them once it was deleted: not with a dump of the
// database of afterwards either, nor with the application secret beside it.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteCompany } from '@guiche/shared/features/org/companies.ts'
import { companyFileKeys } from '#database/tables/org/file-keys.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { createDiskStorage } from '#platform/storage/disk-storage.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import { keyringOf, openParts } from '#platform/storage/sealed-parts.ts'
import { makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { testSecret } from '#test/server/test-secret.ts'

let app: TestApp
let boss: Person
let copy: string
beforeAll(async () => {
  app = await buildTestApp()
  boss = await signInSuper(app)
  copy = mkdtempSync(join(tmpdir(), 'guiche-copy-'))
})
afterAll(async () => {
  rmSync(copy, { recursive: true, force: true })
  await app.close()
})

const secrets = createSecrets(testSecret)
const save = (key: string, text: string) => app.ctx.storage.save(key, Readable.from([Buffer.from(text)]))

/** Every value of every column of the database that the secret opens, whatever it is for. */
async function openedValues(): Promise<Buffer[]> {
  const sql = app.ctx.pool.$client
  const columns = await sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'bytea')`
  const opened: Buffer[] = []
  for (const { table, column } of columns) {
    const rows = await sql<{ value: string | Buffer }[]>`
      select ${sql(column)} as value from ${sql(table)} where length(${sql(column)}) >= 28`
    for (const { value } of rows) {
      try {
        opened.push(secrets.decrypt(typeof value === 'string' ? Buffer.from(value, 'base64') : value))
      } catch {
        // Sealed by nobody.
      }
    }
  }
  return opened
}

/** What the copied file says under any of these as a key; null when none opens it. */
async function readCopy(key: string, keyId: string, candidates: Buffer[]): Promise<string | null> {
  const raw = await createDiskStorage(copy)
  for (const bytes of candidates.filter(({ length }) => length === 32)) {
    try {
      const parts = openParts(keyringOf({ id: keyId, bytes }), key, await raw.open(`sealed/${key}`), {
        ...{ first: 0, until: null }
      })
      return Buffer.concat(await Array.fromAsync(parts)).toString()
    } catch {
      // Another one.
    }
  }
  return null
}

async function keyIdOf({ id }: Company): Promise<string> {
  const rows = await app.ctx.db.select().from(companyFileKeys)
  return rows.find(({ companyId }) => companyId === id)?.id ?? ''
}

test('the files of a deleted company cannot be read from a copy, and those of another one still can', async () => {
  const [company, neighbour] = [await makeCompany(app), await makeCompany(app)]
  const [key, other] = [`c${company.id}/2026-11/rg.pdf`, `c${neighbour.id}/2026-11/rg.pdf`]
  await save(key, 'RG 12.345.678-9')
  await save(other, 'RG 98.765.432-1')
  const keyIds = [await keyIdOf(company), await keyIdOf(neighbour)] as const
  cpSync(join(app.ctx.config.dataDir, 'media'), copy, { recursive: true })
  const before = await openedValues()
  expect(await readCopy(key, keyIds[0], before)).toBe('RG 12.345.678-9')

  const { status } = await boss.call(deleteCompany, { params: { id: company.id } })
  expect(status).toBe(200)
  // The rows are gone and with them the key; the files themselves go in a minute.
  expect(readdirSync(join(app.ctx.config.dataDir, 'media/sealed'))).toContain(`c${company.id}`)
  const after = await openedValues()
  expect(await readCopy(key, keyIds[0], after)).toBe(null)
  expect(await readCopy(other, keyIds[1], after)).toBe('RG 98.765.432-1')
  const started = encryptStorage(
    openEncryption(await createDiskStorage(copy), app.ctx.pool, app.ctx.secrets, app.ctx.log)
  )
  await expect(started.open(key)).rejects.toMatchObject({ code: 'ERR_FILE_DAMAGED' })
  expect((await buffer(await started.open(other))).toString()).toBe('RG 98.765.432-1')
})
