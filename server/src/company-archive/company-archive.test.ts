// A company moves from one server to another: every row and file arrives, not one of anybody else’s leaves, and what was changed, cut or made up is refused before a row is written.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { createQueue } from '@guiche/shared/features/org/queues.ts'
import { openArchive, type ArchiveKey } from '#backup/read-archive.ts'
import { writeArchive } from '#backup/write-archive.ts'
import { restoreBackup } from '#backup/restore-backup.ts'
import { verifyLogs } from '#platform/audit/check-chain.ts'
import { openText, sealText } from '#platform/secrets/sealed-text.ts'
import { fillEveryTable } from '#test/fixtures/every-table.ts'
import { accepted, makeCompany, makePlan, signIn, type Company } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { arrivesAs, rewritten } from './arrivals.repo.ts'
import { fileKeys, leavesAs } from './company-tables.ts'
import { exportCompany } from './export-company.ts'
import {
  byCommand,
  importCompany,
  sweepImports,
  type CompanyImported,
  type CompanyImportWish
} from './import-company.ts'
import { ownTables } from './own-tables.repo.ts'

let folder: string
let source: TestApp
let target: TestApp
let from: postgres.Sql
let to: postgres.Sql
let moving: Company
let other: Company
let identity: string
let recipient: string
let archive: string
let done: CompanyImported

const place = (name: string) => path.join(folder, name)
const terms = { name: null, plan: null, withBilling: true, emailTag: null }
const partsOf = ({ ctx }: TestApp) => ({ db: ctx.pool, storage: ctx.storage, secrets: ctx.secrets })

function take(wishes: Partial<CompanyImportWish> = {}) {
  return importCompany({ ...partsOf(target), file: archive, key: identity, terms, by: byCommand, ...wishes })
}

async function filesOf({ ctx }: TestApp, companyId: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const key of ctx.storage.list())
    if (new RegExp(`(?:^c|/)${companyId}/`).test(key))
      found[key.replace(`${companyId}/`, '#/')] = (await buffer(await ctx.storage.open(key))).toString('base64')
  return found
}

/** What a server has in all tables and files, to see that nothing was written. */
async function everythingOf(sql: postgres.Sql, app: TestApp) {
  const counts: Record<string, number> = {}
  for (const { name } of ownTables)
    counts[name] = (await sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${name}`))[0]?.n ?? 0
  const [row] = await sql<
    { companies: string }[]
  >`select string_agg(c::text, '' order by id) as companies from companies c`
  const keys: string[] = []
  for await (const key of app.ctx.storage.list()) keys.push(key)
  return { counts, companies: row?.companies, keys: keys.toSorted() }
}

/** Rows of a company with the place among all numbers of their kind instead of each number. */
async function rowsOf(sql: postgres.Sql, companyId: number): Promise<Record<string, string[]>> {
  const numbers = new Map<string, Set<number>>()
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const { name, columns } of ownTables) {
    const rows = await sql.unsafe<Record<string, unknown>[]>(
      `select to_jsonb(t) - 'company_id' as row from ${name} t where company_id = ${companyId}`
    )
    tables[name] = rows.map(({ row }) => row as Record<string, unknown>)
    for (const { name: column, space } of columns)
      for (const row of tables[name])
        if (space !== null && row[column] !== null) {
          const known = numbers.get(space) ?? new Set()
          numbers.set(space, known.add(Number(row[column])))
        }
  }
  const ranks = new Map([...numbers].map(([space, known]) => [space, [...known].toSorted((a, b) => a - b)]))
  const plain = (table: string, column: string, value: unknown, space: string | null) => {
    const id = `${table}.${column}`
    if (Object.hasOwn(arrivesAs, id) || Object.hasOwn(leavesAs, id)) return undefined
    if (space !== null && value !== null) return ranks.get(space)?.indexOf(Number(value))
    if (fileKeys.has(id)) return String(value).replace(`${companyId}/`, '#/')
    if (Object.hasOwn(rewritten, id)) return JSON.stringify(value)?.replaceAll(/\d+/g, '#')
    return value
  }
  return Object.fromEntries(
    ownTables.map(({ name, columns }) => [
      name,
      (tables[name] ?? [])
        .map((row) => JSON.stringify(columns.map((column) => plain(name, column.name, row[column.name], column.space))))
        .toSorted()
    ])
  )
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-company-'))
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
  const secrets = { current: 'the secret of the server that a company leaves', accepted: [] }
  // Nothing goes on by itself, so that both sides can be compared.
  source = await buildTestApp({ secrets, config: { roles: ['api'] } })
  target = await buildTestApp({ config: { roles: ['api'] } })
  ;[from, to] = [source, target].map(({ databaseUrl }) => postgres(databaseUrl, { max: 2, onnotice: () => {} })) as [
    postgres.Sql,
    postgres.Sql
  ]
  // Numbers of both servers differ.
  for (let n = 0; n < 3; n++) await makeCompany(target)
  other = await makeCompany(source, { name: 'Jabuticaba Outra', email: 'jabuticaba@outra.test' })
  moving = await makeCompany(source, { name: 'Pirilampo Mudança', email: 'ana@pirilampo.test' })
  accepted(source, await moving.admin.call(createQueue, { body: { name: 'Vendas', color: '#123456' } as never }))
  for (const [company, marker] of [
    [other, 'JABUTICABA'],
    [moving, 'PIRILAMPO']
  ] as const) {
    await fillEveryTable(from, { companyId: company.id, marker, seal: (plain) => sealText(source.ctx, plain) })
    for (const key of [
      `c${company.id}/2026-01/datei.bin`,
      `quick-messages/${company.id}/q.bin`,
      `schedules/${company.id}/s.bin`
    ])
      await source.ctx.storage.save(
        key,
        Readable.from([Buffer.from(`${marker} ${key.split('/').at(-1)}`.repeat(5000))])
      )
  }
  await source.ctx.storage.save(`c${moving.id}/person-exports/p.zip`, Readable.from(['passing']))
  await source.ctx.storage.save(`c${moving.id}/2026-01/erased.bin`, Readable.from(['APAGADO']))
  await from`insert into file_removals (company_id, key) values (${moving.id}, ${`c${moving.id}/2026-01/erased.bin`})`
  await makePlan(target, { name: moving.plan.name })
  await source.drain()
  archive = place('moving.age')
  await exportCompany({ ...partsOf(source), companyId: moving.id, lock: { keys: [recipient] }, file: archive })
  done = await take()
}, 300_000)
afterAll(async () => {
  await from.end()
  await to.end()
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

/** All of an archive in clear. */
async function plainOf(file: string, key: ArchiveKey): Promise<string> {
  const texts: string[] = []
  await openArchive(file, key, async (opened) => {
    texts.push(JSON.stringify(opened.header))
    for (let next = opened.next(); next; next = opened.next()) {
      texts.push(next.name)
      const content = Readable.from(opened.read(), { objectMode: false })
      if (next.name.startsWith('tables/')) {
        const plain = createGunzip()
        const [, read] = await Promise.all([pipeline(content, plain), text(plain)])
        texts.push(read)
      } else texts.push((await buffer(content)).toString('latin1'))
    }
  })
  return texts.join('\n')
}

test('each table has rows to be moved', async () => {
  const rows = await rowsOf(from, moving.id)
  expect(Object.keys(rows).filter((name) => rows[name]?.length === 0)).toEqual([])
})

test('not a row and not a file of another company is in the archive, and no key of a login', async () => {
  const plain = await plainOf(archive, identity)
  expect(plain).toContain('PIRILAMPO')
  expect(plain).toContain('ana@pirilampo.test')
  expect(plain.toLowerCase()).not.toContain('jabuticaba')
  expect(plain).not.toContain('APAGADO')
  expect(plain).not.toContain('person-exports/p.zip')
  const [token] = await from<{ hash: string }[]>`
    select token_hash as hash from connections where company_id = ${moving.id} limit 1`
  expect(token?.hash).toContain('PIRILAMPO')
  expect(plain).not.toContain(token?.hash ?? '?')
  expect(readFileSync(archive).includes('PIRILAMPO')).toBe(false)
})

test('everything arrives under new numbers, and people sign in with the passwords they have', async () => {
  const before = await rowsOf(from, moving.id)
  const after = await rowsOf(to, done.companyId)
  expect(done.audit).toMatchObject({ chain: 'whole', entries: before['audit_log']?.length })
  for (const name of Object.keys(before).filter((table) => table !== 'audit_log'))
    expect({ [name]: after[name] }).toEqual({ [name]: before[name] })
  const {
    [`c#/person-exports/p.zip`]: _passing,
    [`c#/2026-01/erased.bin`]: _erased,
    ...files
  } = await filesOf(source, moving.id)
  expect(Object.keys(files)).toHaveLength(3)
  expect(await filesOf(target, done.companyId)).toEqual(files)

  const admin = await signIn(target, { email: 'ana@pirilampo.test', password: 'Senha-123' })
  expect(admin).toMatchObject({ companyId: done.companyId, name: moving.admin.name })
  const log = accepted(target, await admin.call(listAudit, { query: {} as never }))
  expect(JSON.stringify(log)).toContain('company.imported')
  const lines: string[] = []
  expect(await verifyLogs(target.ctx.pool, (line) => void lines.push(line))).toMatchObject({ broken: 0 })

  const of = async <T extends object>(table: string, columns: string) =>
    to.unsafe<T[]>(`select ${columns} from ${table} where company_id = ${done.companyId}`)
  expect(await of('connections', 'distinct status, wanted, token_hash, import_history')).toMatchObject([
    { status: 'DISCONNECTED', wanted: 'stopped', token_hash: null, import_history: 'off' }
  ])
  const [sealedAnew] = await to<{ key: string; secret: string }[]>`
    select p.api_key as key, w.secret from prompts p, webhooks w
    where p.company_id = ${done.companyId} and w.company_id = ${done.companyId} limit 1`
  expect(openText(target.ctx, sealedAnew?.key ?? null)).toBe('PIRILAMPO prompts.api_key')
  expect(openText(target.ctx, sealedAnew?.secret ?? null)).toBe('PIRILAMPO webhooks.secret')
  // What JSON names has moved with the rows.
  const [named] = (await to`
    select m.reactions -> 0 ->> 'contactId' as contact, m.media ->> 'key' as file, s.state ->> 'queueId' as queue
    from messages m, ticket_bots s where m.company_id = ${done.companyId} and s.company_id = ${done.companyId} limit 1`) as unknown as {
    contact: string
    file: string
    queue: string
  }[]
  expect(named?.file).toBe(`c${done.companyId}/2026-01/datei.bin`)
  expect(
    await to`select from contacts where company_id = ${done.companyId} and id = ${named?.contact ?? 0}`
  ).toHaveLength(1)
  expect(await to`select from queues where company_id = ${done.companyId} and id = ${named?.queue ?? 0}`).toHaveLength(
    1
  )
  // Words are searched as before, and the next rows get numbers of their own.
  const words = async (sql: postgres.Sql, id: number) =>
    (await sql`select distinct word from search_words where company_id = ${id} order by 1`).map(
      ({ word }) => word as string
    )
  expect(await words(to, done.companyId)).toEqual(await words(from, moving.id))
  accepted(target, await admin.call(createQueue, { body: { name: 'Depois', color: '#654321' } as never }))
})

test('people who are here already are named, and nothing is written', async () => {
  const before = await everythingOf(to, target)
  await expect(take()).rejects.toThrow(/These people sign in here already.*ana@pirilampo\.test/)
  await expect(take({ terms: { ...terms, emailTag: 'copia' } })).rejects.toThrow(
    'is here already: give this one another name'
  )
  await expect(take({ terms: { ...terms, emailTag: 'copia', name: 'Nova', plan: 'Nenhum' } })).rejects.toThrow(
    'There is no plan called Nenhum here'
  )
  expect(await everythingOf(to, target)).toEqual(before)
})

test('a copy stands beside the original on its own server, without billing unless it is trusted', async () => {
  const copied = await importCompany({
    ...partsOf(source),
    file: archive,
    key: identity,
    terms: { name: 'Cópia', plan: null, withBilling: false, emailTag: 'copia' },
    by: byCommand
  })
  const admin = await signIn(source, { email: 'ana+copia@pirilampo.test', password: 'Senha-123' })
  expect(admin.companyId).toBe(copied.companyId)
  expect(await from`select from invoices where company_id = ${copied.companyId}`).toHaveLength(0)
  const [row] = await from<{ extra: number; due: Date }[]>`
    select extra_users as extra, due_date as due from companies where id = ${copied.companyId}`
  expect(row?.extra).toBe(0)
  expect(row?.due.getTime()).toBeLessThan(Date.now() + 3 * 86_400_000 + 60_000)
})

test('a passphrase locks as well as a key', async () => {
  const file = place('phrase.age')
  const passphrase = 'sete girassóis dormem cedo'
  await exportCompany({ ...partsOf(source), companyId: other.id, lock: { passphrase }, file })
  await makePlan(target, { name: other.plan.name })
  await expect(take({ file, key: { passphrase: 'errada errada errada' } })).rejects.toThrow(
    'The passphrase is not that of'
  )
  expect(await take({ file, key: { passphrase } })).toMatchObject({ name: 'Jabuticaba Outra' })
})

test('a wrong key, a cut file and a changed byte are refused before a row is written', async () => {
  const before = await everythingOf(to, target)
  await expect(take({ key: await generateX25519Identity() })).rejects.toThrow('The private key is not one')
  const whole = readFileSync(archive)
  for (const [name, change] of [
    ['cut', (file: string) => truncateSync(file, whole.length - 1000)],
    ['short', (file: string) => truncateSync(file, 50_000)],
    [
      'changed',
      (file: string) => {
        const bytes = Buffer.from(whole)
        bytes[30_000] = (bytes[30_000] ?? 0) ^ 1
        writeFileSync(file, bytes)
      }
    ]
  ] as const) {
    const file = place(`${name}.age`)
    writeFileSync(file, whole)
    change(file)
    await expect(take({ file, terms: { ...terms, emailTag: 'x', name } })).rejects.toThrow(
      'was cut, changed or damaged'
    )
  }
  expect(await everythingOf(to, target)).toEqual(before)
})

test('an archive of a company is no backup of a server', async () => {
  const wish = {
    databaseUrl: target.databaseUrl,
    storage: target.ctx.storage,
    appSecrets: { current: '', accepted: [] }
  }
  const restored = restoreBackup({ ...wish, identity, file: archive, log: pino({ level: 'silent' }), replace: true })
  await expect(restored).rejects.toThrow('npm run company:import takes it')
})

test('stopped in the middle, or with a storage that fails, nothing remains', async () => {
  const before = await everythingOf(to, target)
  const again = { ...terms, name: 'Noch einmal', emailTag: 'n' }
  const stopping = new AbortController()
  const save = async (...args: Parameters<typeof target.ctx.storage.save>) => {
    const saved = await target.ctx.storage.save(...args)
    stopping.abort()
    return saved
  }
  const storage = { ...target.ctx.storage, save }
  await expect(take({ terms: again, storage, signal: stopping.signal })).rejects.toThrow('Stopped')
  const failing = { ...target.ctx.storage, save: () => Promise.reject(new Error('the store is away')) }
  await expect(take({ terms: again, storage: failing })).rejects.toThrow('the store is away')
  expect(await everythingOf(to, target)).toEqual(before)
})

test('what a killed import has left goes, and what is being taken in stays', async () => {
  const before = await everythingOf(to, target)
  const [left] = await to<{ id: number }[]>`insert into companies (name, status) values ('Halb', false) returning id`
  await to`insert into company_imports (company_id) values (${left?.id ?? 0})`
  await target.ctx.storage.save(`c${left?.id}/2026-01/halb.bin`, Readable.from(['halb']))
  await to.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('guiche company import ' || ${String(left?.id)}::text, 0))`
    expect(await sweepImports(target.ctx.pool, target.ctx.storage)).toBe(0)
  })
  expect(await sweepImports(target.ctx.pool, target.ctx.storage)).toBe(1)
  expect(await everythingOf(to, target)).toEqual(before)
})

test('of an export that fails nothing remains', async () => {
  const storage = { ...source.ctx.storage, open: () => Promise.reject(new Error('the store is away')) }
  const wish = { ...partsOf(source), companyId: moving.id, lock: { keys: [recipient] }, file: place('failed.age') }
  await expect(exportCompany({ ...wish, storage })).rejects.toThrow('the store is away')
  await expect(exportCompany({ ...wish, companyId: 999_999 })).rejects.toThrow('There is no company 999999 here.')
  await expect(exportCompany({ ...wish, lock: { keys: ['age1nonsense'] } })).rejects.toThrow('is no public key')
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('whoever refuses an archive in the middle of it does not wait for its rest', async () => {
  const [file, entries] = [place('many.age'), 60]
  const header = await openArchive(archive, identity, async (opened) => opened.header)
  await writeArchive(file, { keys: [recipient] }, async (out) => {
    await out.add('header.json', Buffer.from(JSON.stringify(header)))
    for (let n = 0; n < entries; n++) await out.add(`tables/public.tags/${n}`, randomBytes(4_000))
  })
  const refuseAt = (at: number) =>
    openArchive(file, identity, async (opened) => {
      for (let n = 0; n < at; n++) await Array.fromAsync(opened.read())
      // Streams go on meanwhile until they are full.
      await sleep(20)
      throw new Error(`refused at ${at}`)
    })
  for (let at = 0; at < entries; at++) await expect(refuseAt(at)).rejects.toThrow(`refused at ${at}`)
})
