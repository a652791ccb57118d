// An archive that nobody wants any more while it is uploaded: the upload ends, and the store has nothing of it.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteArchiveSchedule,
  runArchiveSchedule,
  saveArchiveSchedule,
  showArchiveSchedule
} from '@guiche/shared/features/org/archive-schedules.ts'
import { deleteCompany } from '@guiche/shared/features/org/companies.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startS3StandIn, type S3StandIn } from '#test/server/s3-stand-in.ts'

let app: TestApp
let boss: Person
let company: Company
let params: { id: number }
let store: S3StandIn

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  boss = await signInSuper(app)
}, 120_000)
beforeEach(async () => {
  store = await startS3StandIn()
  company = await makeCompany(app)
  params = { id: company.id }
})
afterEach(() => store.close())
afterAll(() => app.close())

async function save() {
  const endpoint = new URL(store.url).searchParams.get('endpoint') ?? ''
  const body = { every: 'day', keep: 1, endpoint, region: '', bucket: 'desk', folder: '' }
  const keys = { accessKey: 'guiche-key', secretKey: 'sec/ret+plus' }
  accepted(app, await boss.call(saveArchiveSchedule, { params, body: { ...body, ...keys } as never }))
}

/** Begins to write the archive; answers when the store has the upload, with the end of the work. */
async function startUpload(): Promise<{ ended: Promise<void> }> {
  store.hold()
  accepted(app, await boss.call(runArchiveSchedule, { params }))
  const ended = app.drain()
  await eventually(() => store.held() > 0, 'the upload')
  return { ended }
}

const ends = {
  'is switched off': () => boss.call(deleteArchiveSchedule, { params }),
  'goes with its company': () => boss.call(deleteCompany, { params })
}
const sizes = { 'in one piece': 0, 'in parts': 12_000_000 }
const cases = Object.entries(ends).flatMap(([end, act]) =>
  Object.entries(sizes).map(([form, bytes]) => [end, form, bytes, act] as const)
)

test.each(cases)('a schedule that %s ends an upload %s', { timeout: 60_000 }, async (_end, _form, bytes, act) => {
  if (bytes > 0) await app.ctx.storage.save(`c${company.id}/media/large.bin`, Readable.from([randomBytes(bytes)]))
  await save()
  // Stands there since yesterday, under a name of the form.
  const older = `company-${company.id}-20260101T000000Z.age`
  store.objects.set(older, Buffer.from('whole'))
  const logged = app.logged.length
  const { ended } = await startUpload()
  expect(store.openUploads()).toBe(bytes > 0 ? 1 : 0)
  accepted(app, await act())
  // The store answers nothing all the while: the upload ends by itself.
  await ended
  expect([[...store.objects.keys()], store.openUploads()]).toEqual([[older], 0])
  expect(app.logged.slice(logged).filter((line) => line.includes('a job failed'))).toEqual([])
  expect(app.mails.filter(({ subject }) => subject.includes(company.name))).toEqual([])
})

test('an archive that was whole when its schedule went is taken back before older ones go', async () => {
  await save()
  const older = `company-${company.id}-20260101T000000Z.age`
  store.objects.set(older, Buffer.from('whole'))
  const { ended } = await startUpload()
  accepted(app, await boss.call(deleteArchiveSchedule, { params }))
  // At once: no look at whether it is still wanted has come in between.
  store.release()
  await ended
  expect([...store.objects.keys()]).toEqual([older])
  await save()
  expect(accepted(app, await boss.call(showArchiveSchedule, { params })).schedule).toMatchObject({ lastRun: null })
})
