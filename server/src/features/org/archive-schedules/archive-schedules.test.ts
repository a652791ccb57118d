// Archives that go into a store by themselves: who sets one, what is never said, which addresses are refused, and what happens each night.
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteArchiveSchedule,
  runArchiveSchedule,
  saveArchiveSchedule,
  showArchiveSchedule
} from '@guiche/shared/features/org/archive-schedules.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { listCompanyOverviews } from '@guiche/shared/features/org/company-overviews.ts'
import { companyArchiveSchedules as table } from '#database/tables/org/archive-schedules.ts'
import { sealText } from '#platform/secrets/sealed-text.ts'
import { accepted, makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startS3StandIn, type S3StandIn } from '#test/server/s3-stand-in.ts'
import { startDueArchives } from './archive-schedules.service.ts'
import { nextArchive } from './next-archive.ts'
import { runSchedule } from './run-schedule.ts'

const secret = 'sec/ret+plus'
let app: TestApp
let boss: Person
let company: Company
let store: S3StandIn
let endpoint: string

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  boss = await signInSuper(app)
}, 120_000)
beforeEach(async () => {
  store = await startS3StandIn()
  endpoint = new URL(store.url).searchParams.get('endpoint') ?? ''
  company = await makeCompany(app)
})
afterEach(async () => {
  await app.ctx.db.delete(table)
  app.ctx.config.outgoingAllow = ['127.0.0.0/8:*']
  await store.close()
})
afterAll(() => app.close())

function draft(part: object = {}) {
  return {
    ...{ every: 'day' as const, keep: 2, endpoint, region: '', bucket: 'desk', folder: 'guiche/lojas' },
    ...{ accessKey: 'guiche-key', secretKey: secret, ...part }
  }
}
const save = (part: object = {}) =>
  boss.call(saveArchiveSchedule, { params: { id: company.id }, body: draft(part) as never })
const shown = async () => accepted(app, await boss.call(showArchiveSchedule, { params: { id: company.id } })).schedule
const rowOf = async () => (await app.ctx.db.select().from(table).where(eq(table.companyId, company.id)))[0]
const names = () => [...store.objects.keys()].toSorted()
const lastTry = { isLastTry: true, isStopping: () => false }

/** Lets the next moment be over. */
async function beLate() {
  // Archives are named by the second.
  app.clock.advance(2_000)
  await app.ctx.db.update(table).set({ dueAt: app.clock.now() }).where(eq(table.companyId, company.id))
}

/** The hour strikes after that moment. */
async function night() {
  await beLate()
  await startDueArchives(app.ctx)
}

/** The last of the tries of a run that was claimed. */
async function finish() {
  const startedAt = (await rowOf())?.startedAt?.getTime()
  if (startedAt === undefined) throw new Error('no run was claimed')
  await runSchedule(app.ctx, { companyId: company.id, startedAt }, lastTry)
  await app.drain()
}

test('is set by the super user alone, whose store is tried first and whose secret is never said', async () => {
  const call = { params: { id: company.id } }
  for (const refused of [
    await company.admin.call(showArchiveSchedule, call),
    await company.admin.call(saveArchiveSchedule, { ...call, body: draft() as never }),
    await company.admin.call(runArchiveSchedule, call),
    await company.admin.call(deleteArchiveSchedule, call)
  ])
    expect(refused).toMatchObject({ status: 403 })
  expect(await shown()).toBeNull()
  const { schedule, identity } = accepted(app, await save())
  expect(identity).toMatch(/^AGE-SECRET-KEY-1/)
  expect(schedule).toMatchObject({ every: 'day', keep: 2, isRunning: false, lastRun: null, recipient: /^age1/ })
  expect(schedule.store).toEqual({
    ...{ endpoint, region: 'us-east-1', bucket: 'desk', folder: 'guiche/lojas', accessKey: 'guiche-key' }
  })
  // The trial leaves nothing behind.
  expect(names()).toEqual([])
  const log = accepted(app, await company.admin.call(listAudit, { query: {} as never }))
  expect(JSON.stringify(log)).toContain('company.archive-schedule-set')
  expect(JSON.stringify(log)).toContain(new URL(endpoint).host)
  const said = JSON.stringify([await shown(), schedule, log, await rowOf(), app.logged])
  for (const form of [secret, encodeURIComponent(secret), identity ?? '']) expect(said).not.toContain(form)
})

test('the stored secret stays for its store alone, and so does the key that opens archives', async () => {
  const first = accepted(app, await save())
  const second = accepted(app, await save({ secretKey: '', every: 'week', keep: null }))
  expect(second).toMatchObject({ identity: null, schedule: { every: 'week', keep: null } })
  expect(second.schedule.recipient).toBe(first.schedule.recipient)
  const elsewhere = await startS3StandIn()
  const other = new URL(elsewhere.url).searchParams.get('endpoint') ?? ''
  const away = await save({ secretKey: '', endpoint: other })
  expect([away.status, away.refusal?.fields]).toEqual([400, { secretKey: 'ERR_KEY_OF_OTHER_HOST' }])
  expect((await save({ secretKey: '', accessKey: 'guiche-key2' })).refusal?.fields).toHaveProperty('secretKey')
  await elsewhere.close()
  const own = await identityToRecipient(await generateX25519Identity())
  expect(accepted(app, await save({ secretKey: '', recipient: own }))).toMatchObject({
    identity: null,
    schedule: { recipient: own }
  })
  const { identity, schedule } = accepted(app, await save({ secretKey: '', newKey: true }))
  expect(await identityToRecipient(identity ?? '')).toBe(schedule.recipient)
})

test('says what is wrong with a store, and keeps nothing of it', async () => {
  const refusal = async (part: object) => {
    const { status, error, refusal: body } = await save(part)
    return [status, error, Object.keys(body?.fields ?? {}).join()]
  }
  expect(await refusal({ accessKey: 'nobody' })).toEqual([400, 'ERR_STORE_ACCESS', 'accessKey'])
  store.refuse({ status: 404, code: 'NoSuchBucket' })
  expect(await refusal({})).toEqual([400, 'ERR_STORE_BUCKET', 'bucket'])
  store.refuse({ status: 301, code: 'PermanentRedirect' })
  expect(await refusal({})).toEqual([400, 'ERR_STORE_REGION', 'region'])
  store.refuse({ status: 507, code: 'XMinioStorageFull' })
  expect(await refusal({})).toEqual([400, 'ERR_STORE_FULL', 'bucket'])
  store.refuse({ status: 418, code: 'Teapot' })
  expect(await refusal({})).toEqual([400, 'ERR_STORE_ANSWER', 'endpoint'])
  await store.close()
  expect(await refusal({})).toEqual([400, 'ERR_STORE_UNREACHABLE', 'endpoint'])
  expect(await refusal({ endpoint: 'https://nenhum.invalid' })).toEqual([400, 'ERR_STORE_NAME', 'endpoint'])
  expect(await refusal({ endpoint: 'ftp://s3.example.com' })).toEqual([400, 'ERR_VALIDATION', 'endpoint'])
  expect(await refusal({ endpoint: `${endpoint}/caminho` })).toEqual([400, 'ERR_ADDRESS_INVALID', 'endpoint'])
  expect(await refusal({ bucket: 'arn:aws:s3:::desk' })).toEqual([400, 'ERR_VALIDATION', 'bucket'])
  expect(await refusal({ folder: '../acima' })).toEqual([400, 'ERR_VALIDATION', 'folder'])
  expect(await refusal({ secretKey: '' })).toEqual([400, 'ERR_VALIDATION', 'secretKey'])
  expect(await refusal({ recipient: 'age1nada' })).toEqual([400, 'ERR_VALIDATION', 'recipient'])
  expect(await refusal({ keep: 366 })).toEqual([400, 'ERR_VALIDATION', 'keep'])
  expect(await shown()).toBeNull()
})

test('an address of the own network is refused when it is set and at every run, also behind a name', async () => {
  app.ctx.config.outgoingAllow = []
  const { port } = new URL(endpoint)
  const metadata = 'http://169.254.169.254'
  for (const address of [endpoint, metadata, 'http://10.0.0.1:9000', 'http://[::1]:9000', `http://localhost:${port}`])
    expect(await save({ endpoint: address })).toMatchObject({ status: 400, error: 'ERR_ADDRESS_INTERNAL' })
  app.ctx.config.outgoingAllow = [`localhost:${port}`, `127.0.0.1:${port}`]
  for (const address of [endpoint, `http://localhost:${port}`]) {
    app.ctx.config.outgoingAllow = [`localhost:${port}`, `127.0.0.1:${port}`]
    accepted(app, await save({ endpoint: address }))
    app.ctx.config.outgoingAllow = []
    await night()
    await app.drain()
    expect((await shown())?.lastRun).toMatchObject({ failure: 'internal-address', fileName: null })
  }
  expect(names()).toEqual([])
})

test('each night one archive goes into the store, and older ones go once it is there', async () => {
  const identity = await generateX25519Identity()
  accepted(app, await save({ recipient: await identityToRecipient(identity), keep: 2 }))
  store.objects.set('guiche/lojas/company-999999-20260101T000000Z.age', Buffer.from('of another'))
  await startDueArchives(app.ctx)
  await app.drain()
  expect(names()).toHaveLength(1)
  const stored: string[] = []
  for (let n = 0; n < 3; n += 1) {
    await night()
    await app.drain()
    const schedule = await shown()
    expect(schedule).toMatchObject({ isRunning: false, lastRun: { failure: null } })
    const { fileName, size } = schedule?.lastRun ?? {}
    stored.push(`guiche/lojas/${fileName}`)
    expect(store.objects.get(stored.at(-1) ?? '')).toHaveLength(size ?? 0)
    expect(new Date(schedule?.nextAt ?? 0) > app.clock.now()).toBe(true)
    expect(new Date(schedule?.nextAt ?? 0).getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(24 * 3_600_000)
  }
  expect(new Set(stored).size).toBe(3)
  expect(names()).toEqual(['guiche/lojas/company-999999-20260101T000000Z.age', ...stored.slice(1)].toSorted())
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const opened = await decrypter.decrypt(new Uint8Array(store.objects.get(stored.at(-1) ?? '') ?? Buffer.alloc(0)))
  expect(Buffer.from(opened).includes(company.name)).toBe(true)
  const log = accepted(app, await company.admin.call(listAudit, { query: {} as never }))
  expect(JSON.stringify(log)).toContain(stored.at(-1)?.split('/').at(-1))
  expect(app.logged.join('\n')).not.toContain(secret)
})

test('of two nodes whose hour strikes at once one writes the archive, and so does one asked for meanwhile', async () => {
  accepted(app, await save())
  await beLate()
  const other = await buildTestApp({ besides: app, config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  await Promise.all([startDueArchives(app.ctx), startDueArchives(other.ctx)])
  const asked = accepted(app, await boss.call(runArchiveSchedule, { params: { id: company.id } }))
  expect(asked.schedule.isRunning).toBe(true)
  await app.drain()
  expect(names()).toHaveLength(1)
  await other.close()
})

test('a failure is noted, mailed and seen in the list until an archive is stored again', async () => {
  accepted(app, await save())
  const listed = async () => {
    const query = { searchParam: company.name }
    const found = accepted(app, await boss.call(listCompanyOverviews, { query })).companies
    return found.find(({ id }) => id === company.id)?.hasArchiveFailure
  }
  expect(await listed()).toBe(false)
  store.refuse({ status: 500, code: 'InternalError' })
  await night()
  const before = app.mails.length
  await app.drain()
  // Further tries follow: nobody is told yet.
  expect(await shown()).toMatchObject({ isRunning: true, lastRun: null })
  expect(app.mails.slice(before)).toEqual([])
  await finish()
  expect(await shown()).toMatchObject({ isRunning: false, lastRun: { failure: 'answer', fileName: null } })
  expect(await listed()).toBe(true)
  const [mail, ...more] = app.mails.slice(before)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: boss.email, subject: expect.stringContaining(company.name) as string })
  expect(mail?.text).toContain(`/companies/${company.id}`.split('/').at(-1))
  store.refuse(null)
  accepted(app, await boss.call(runArchiveSchedule, { params: { id: company.id } }))
  await app.drain()
  expect((await shown())?.lastRun).toMatchObject({ failure: null })
  expect(await listed()).toBe(false)
  expect(app.mails.slice(before)).toHaveLength(1)
})

test('what no secret of this server opens says so, and is set anew', async () => {
  accepted(app, await save())
  const foreign = sealText({ secrets: { encrypt: (bytes: Buffer) => bytes } as never }, 's3://a:b@c/d')
  await app.ctx.db.update(table).set({ sealedAddress: foreign }).where(eq(table.companyId, company.id))
  expect(await shown()).toMatchObject({ store: null })
  await night()
  await app.drain()
  expect((await shown())?.lastRun).toMatchObject({ failure: 'address' })
  expect((await save({ secretKey: '' })).refusal?.fields).toHaveProperty('secretKey')
  accepted(app, await save())
})

test('a closed company waits, a switched off one ends, and what is gone writes nothing', async () => {
  accepted(app, await save())
  accepted(app, await boss.call(updateCompany, { params: { id: company.id }, body: { status: false } }))
  await night()
  await app.drain()
  expect(names()).toEqual([])
  accepted(app, await boss.call(updateCompany, { params: { id: company.id }, body: { status: true } }))
  await startDueArchives(app.ctx)
  accepted(app, await boss.call(deleteArchiveSchedule, { params: { id: company.id } }))
  await app.drain()
  expect([names(), await shown()]).toEqual([[], null])
  const params = { id: company.id }
  expect((await boss.call(runArchiveSchedule, { params })).error).toBe('ERR_NO_ARCHIVE_SCHEDULE_FOUND')
  expect((await boss.call(deleteArchiveSchedule, { params })).error).toBe('ERR_NO_ARCHIVE_SCHEDULE_FOUND')
  accepted(app, await save())
  accepted(app, await boss.call(deleteCompany, { params }))
  await app.drain()
  expect(await rowOf()).toBeUndefined()
  expect((await boss.call(showArchiveSchedule, { params })).error).toBe('ERR_NO_COMPANY_FOUND')
})

test.each([
  ['day', '2026-03-02T05:00:00Z', '2026-03-02T06:00:00.000Z'],
  ['day', '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
  // A Monday, and the Sunday itself before and after its night.
  ['week', '2026-03-02T12:00:00Z', '2026-03-08T06:00:00.000Z'],
  ['week', '2026-03-08T05:59:00Z', '2026-03-08T06:00:00.000Z'],
  ['week', '2026-03-08T06:00:00Z', '2026-03-15T06:00:00.000Z']
] as const)('of each %s after %s the next is %s', (every, now, next) =>
  expect(nextArchive(every, new Date(now), 'America/Sao_Paulo').toISOString()).toBe(next)
)
