// The super user moves a company over HTTP: a key that is told once, a link for minutes, an upload, and an import that says what is in its way.
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { listCompanies } from '@guiche/shared/features/org/companies.ts'
import {
  deleteCompanyArchive,
  listCompanyArchives,
  openCompanyArchive,
  sendCompanyArchive,
  startCompanyExport,
  startCompanyImport,
  type CompanyArchive
} from '@guiche/shared/features/org/company-archives.ts'
import { companyArchives } from '#database/tables/org/company-archives.ts'
import {
  accepted,
  makeCompany,
  makePlan,
  signIn,
  signInSuper,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { sweepArchives } from './sweep-archives.ts'

let source: TestApp
let target: TestApp
let boss: Person
let otherBoss: Person
let moving: Company

beforeAll(async () => {
  source = await buildTestApp()
  target = await buildTestApp()
  ;[boss, otherBoss] = [await signInSuper(source), await signInSuper(target)]
  await makeCompany(target)
  moving = await makeCompany(source, { name: 'Floricultura Lis', email: 'ana@lis.test' })
  await source.ctx.storage.save(`c${moving.id}/2026-01/foto.bin`, Readable.from([Buffer.alloc(200_000, 'foto')]))
  await makePlan(target, { name: moving.plan.name })
}, 300_000)
afterAll(async () => {
  await source.close()
  await target.close()
})

const archivesOf = async (person: Person) =>
  accepted(source, await person.call(listCompanyArchives, { query: {} })).records
const archiveNow = async (person: Person, id: number) =>
  (await archivesOf(person)).find((one) => one.id === id) as CompanyArchive

async function exported(): Promise<{ bytes: Buffer; identity: string; id: number }> {
  const started = accepted(source, await boss.call(startCompanyExport, { body: { companyId: moving.id } }))
  await source.drain()
  const { id } = started.archive
  expect(await archiveNow(boss, id)).toMatchObject({ status: 'done', failure: null, companyId: moving.id })
  const { url, name } = accepted(source, await boss.call(openCompanyArchive, { params: { id }, body: {} }))
  expect(name).toMatch(/^guiche-empresa-\d+-\d{4}-\d\d-\d\d\.age$/)
  const answer = await fetch(new URL(new URL(url).pathname, source.url))
  expect(answer.status).toBe(200)
  return { bytes: Buffer.from(await answer.arrayBuffer()), identity: started.identity ?? '', id }
}

async function send(bytes: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'lis.age')
  const headers = { authorization: `Bearer ${otherBoss.token}` }
  return fetch(`${target.url}${sendCompanyArchive.path}`, { method: 'POST', headers, body: form })
}

async function sent(bytes: Buffer): Promise<CompanyArchive> {
  const answer = await send(bytes)
  expect(answer.status).toBe(200)
  return (await answer.json()) as CompanyArchive
}

test('a company moves from one server to another over the console', async () => {
  const { bytes, identity, id } = await exported()
  expect(identity).toMatch(/^AGE-SECRET-KEY-1/)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(bytes.includes('Floricultura Lis') || bytes.includes('fotofoto')).toBe(false)
  const [row] = await source.ctx.db.select().from(companyArchives).where(eq(companyArchives.id, id))
  expect(JSON.stringify(row)).not.toContain('SECRET-KEY')
  const log = accepted(source, await moving.admin.call(listAudit, { query: {} as never }))
  expect(JSON.stringify(log)).toContain('company.exported')
  expect(JSON.stringify(log)).toContain('company.archive-fetched')

  const waiting = await sent(bytes)
  expect(waiting).toMatchObject({ kind: 'import', status: 'sent', size: bytes.length, name: 'lis.age' })
  const wrong = await generateX25519Identity()
  const take = async (body: object) =>
    accepted(target, await otherBoss.call(startCompanyImport, { params: { id: waiting.id }, body: body as never }))
  await take({ identity: wrong })
  await target.drain()
  expect(await archiveNow(otherBoss, waiting.id)).toMatchObject({ status: 'failed', failure: 'wrong-key' })
  await take({ identity, plan: 'Nenhum' })
  await target.drain()
  expect(await archiveNow(otherBoss, waiting.id)).toMatchObject({ failure: 'plan', detail: 'Nenhum' })
  await take({ identity })
  await target.drain()
  const done = await archiveNow(otherBoss, waiting.id)
  expect(done).toMatchObject({ status: 'done', failure: null, name: 'Floricultura Lis' })
  const [kept] = await target.ctx.db.select().from(companyArchives).where(eq(companyArchives.id, waiting.id))
  expect(kept?.sealedKey).toBeNull()
  expect(await target.ctx.storage.size(kept?.fileKey ?? '')).toBeNull()
  const admin = await signIn(target, { email: 'ana@lis.test', password: 'Senha-123' })
  expect(admin.companyId).toBe(done.companyId)
  const all = accepted(target, await otherBoss.call(listCompanies))
  expect(all.map(({ name }) => name)).toContain('Floricultura Lis')

  const again = await sent(bytes)
  accepted(target, await otherBoss.call(startCompanyImport, { params: { id: again.id }, body: { identity } as never }))
  await target.drain()
  expect(await archiveNow(otherBoss, again.id)).toMatchObject({ failure: 'people', detail: 'ana@lis.test' })
})

test('an own public key is used as it is, and what is none is refused', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  const body = { companyId: moving.id, recipient }
  const { identity } = accepted(source, await boss.call(startCompanyExport, { body }))
  expect(identity).toBeNull()
  await source.drain()
  for (const bad of ['age1nonsense', 'AGE-SECRET-KEY-1', moving.name]) {
    const { status, refusal } = await boss.call(startCompanyExport, { body: { ...body, recipient: bad } })
    expect([status, Object.keys(refusal?.fields ?? {})]).toEqual([400, ['recipient']])
  }
})

test('nobody but the super user has to do with it, and what is no archive is not kept', async () => {
  const { status } = await moving.admin.call(startCompanyExport, { body: { companyId: moving.id } })
  expect(status).toBe(403)
  expect((await moving.admin.call(listCompanyArchives, { query: {} })).status).toBe(403)
  const before: string[] = []
  for await (const key of target.ctx.storage.list()) before.push(key)
  const answer = await send(Buffer.from('x'.repeat(500)))
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'ERR_MEDIA_TYPE_REFUSED' })
  ])
  const after: string[] = []
  for await (const key of target.ctx.storage.list()) after.push(key)
  expect(after.toSorted()).toEqual(before.toSorted())
})

test('what is taken back, and whose time is over, leaves no file', async () => {
  const { id } = await exported()
  const [row] = await source.ctx.db.select().from(companyArchives).where(eq(companyArchives.id, id))
  accepted(source, await boss.call(deleteCompanyArchive, { params: { id } }))
  expect(await source.ctx.storage.size(row?.fileKey ?? '')).toBeNull()
  expect((await boss.call(openCompanyArchive, { params: { id }, body: {} })).status).toBe(404)
  const next = await exported()
  const [kept] = await source.ctx.db.select().from(companyArchives).where(eq(companyArchives.id, next.id))
  await source.ctx.db
    .update(companyArchives)
    .set({ expiresAt: new Date(0) })
    .where(eq(companyArchives.id, next.id))
  await sweepArchives(source.ctx)
  expect(await source.ctx.storage.size(kept?.fileKey ?? '')).toBeNull()
})

test('what a killed process was writing goes once nobody can be at it any more', async () => {
  const { dataDir } = source.ctx.config
  const [killed, running] = [path.join(dataDir, 'archive-killed'), path.join(dataDir, 'archive-running')]
  for (const folder of [killed, running]) await mkdir(folder, { recursive: true })
  await writeFile(path.join(killed, 'company.age'), 'half of it')
  const now = source.clock.now()
  await utimes(killed, now, new Date(now.getTime() - 49 * 3_600_000))
  await utimes(running, now, now)
  await sweepArchives(source.ctx)
  expect((await readdir(dataDir)).filter((name) => name.startsWith('archive-'))).toEqual(['archive-running'])
  await rm(running, { recursive: true })
})
