// A server is killed during the last try at an automatic archive: it is said at once, and the next night has its run.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveArchiveSchedule, showArchiveSchedule } from '@guiche/shared/features/org/archive-schedules.ts'
import { listCompanyOverviews } from '@guiche/shared/features/org/company-overviews.ts'
import { startDueArchives } from '#features/org/archive-schedules/archive-schedules.service.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startS3StandIn, type S3StandIn } from '#test/server/s3-stand-in.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'

let app: TestApp
let other: TestApp | null = null
let boss: Person
let company: Company
let store: S3StandIn
let server: ServerProcess
let sql: postgres.Sql

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  boss = await signInSuper(app)
  company = await makeCompany(app)
  store = await startS3StandIn()
  sql = postgres(app.databaseUrl, { max: 1 })
  const env = { ROLES: 'api,jobs', OUTGOING_ALLOW: '127.0.0.0/8:*' }
  server = await prepareServer({ databaseUrl: app.databaseUrl, whatsappUrl: 'ws://127.0.0.1:9', caFile: '', env })
}, 120_000)
afterAll(async () => {
  await server.kill()
  await sql.end()
  await other?.close()
  await app.close()
  await store.close()
})

const params = () => ({ id: company.id })
const shown = async () => accepted(app, await boss.call(showArchiveSchedule, { params: params() })).schedule

/** The next moment is over, and the hour strikes. */
async function night() {
  app.clock.advance(2_000)
  await sql`update company_archive_schedules set due_at = ${app.clock.now()}`
  await startDueArchives(app.ctx)
}

async function isRed() {
  const query = { searchParam: company.name }
  const { companies } = accepted(app, await boss.call(listCompanyOverviews, { query }))
  return companies.find(({ id }) => id === company.id)?.hasArchiveFailure
}

test(
  'a run whose last try is killed is noted, mailed and red, and stands in nobody’s way',
  { timeout: 240_000 },
  async () => {
    const endpoint = new URL(store.url).searchParams.get('endpoint') ?? ''
    const body = { every: 'day', keep: 2, endpoint, region: '', bucket: 'desk', folder: '' }
    const keys = { accessKey: 'guiche-key', secretKey: 'sec/ret+plus' }
    accepted(app, await boss.call(saveArchiveSchedule, { params: params(), body: { ...body, ...keys } as never }))
    store.hold()
    await night()
    await sql`update pgboss.job set retry_count = retry_limit, state = 'retry' where name = 'archive-schedules.store'`
    await server.start()
    await eventually(() => store.held() > 0, 'the upload', 60_000)
    await server.kill()
    store.release()
    expect(await shown()).toMatchObject({ isRunning: true, lastRun: null })
    other = await buildTestApp({ besides: app, config: { roles: ['api', 'jobs'], outgoingAllow: ['127.0.0.0/8:*'] } })
    const { mails } = other
    const mail = await eventually(() => mails.find(({ subject }) => subject.includes(company.name)), 'the mail', 60_000)
    expect(mail).toMatchObject({ to: boss.email, text: expect.stringContaining('parou no meio') as string })
    expect(await shown()).toMatchObject({ isRunning: false, lastRun: { failure: 'stopped', fileName: null } })
    expect([await isRed(), [...store.objects.keys()]]).toEqual([true, []])
    await night()
    await eventually(async () => (await shown())?.lastRun?.failure === null, 'the archive of the next night', 60_000)
    expect([await isRed(), store.objects.size]).toEqual([false, 1])
  }
)
