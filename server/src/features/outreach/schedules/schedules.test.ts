// Scheduled messages through HTTP: writing, moving and deleting them, images, who may, and what others see of it.
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeContacts } from '@guiche/shared/features/inbox/contact-merges.ts'
import { deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import { deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import {
  createSchedule,
  decideSchedule,
  deleteSchedule,
  listSchedules,
  removeScheduleImage,
  scheduleEvent,
  showSchedule,
  updateSchedule,
  type Schedule
} from '@guiche/shared/features/outreach/schedules.ts'
import { companies } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signIn, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeContact } from '#test/fixtures/make-ticket.ts'
import { createScheduleFixture, sweepSchedules } from '#test/fixtures/schedule-fixture.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())

async function upload(by: Person, id: number, bytes: Buffer, name: string) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  const headers = { authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${app.url}/schedules/${id}/media-upload`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as Schedule & { error?: string } }
}
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2f9e44' } })
  .png()
  .toBuffer()

test('a time without an offset is read by the clocks of the company, on either side of a change of the clocks', async () => {
  const { company, schedule } = await createScheduleFixture(app)
  await app.ctx.db.update(companies).set({ timeZone: 'America/New_York' }).where(eq(companies.id, company.id))
  const admin = await signIn(app, company.admin)
  const made = await schedule({ sendAt: '2199-01-15T10:00' }, admin)
  expect(made).toMatchObject({ sendAt: '2199-01-15T15:00:00.000Z', status: 'PENDENTE', user: { id: admin.id } })
  const moved = await admin.call(updateSchedule, { params: { id: made.id }, body: { sendAt: '2199-07-15 10:00:00' } })
  expect(moved.body).toMatchObject({ sendAt: '2199-07-15T14:00:00.000Z', body: 'Seu pedido chegou' })
})

test('text, contact and moment are obligatory, the text has five letters, and the moment is not over', async () => {
  const { company, contact, inMinutes } = await createScheduleFixture(app)
  const whole = { body: 'Bom dia!', contactId: contact.id, sendAt: inMinutes(5).toISOString() }
  const refused = async (wish: object) => {
    const answer = await company.admin.call(createSchedule, { body: { ...whole, ...wish } })
    return answer.refusal?.fields ?? answer.error
  }
  expect(await refused({ body: 'Oi' })).toEqual({ body: 'Mensagem muito curta' })
  expect(await refused({ body: '' })).toEqual({ body: 'Obrigatório' })
  expect(await refused({ sendAt: '' })).toEqual({ sendAt: 'Obrigatório' })
  expect(await refused({ contactId: undefined })).toEqual({ contactId: 'Required' })
  expect(await refused({ sendAt: 'amanhã' })).toMatchObject({ sendAt: expect.any(String) })
  expect(await refused({ sendAt: inMinutes(-5).toISOString() })).toEqual({ sendAt: 'ERR_SCHEDULE_IN_PAST' })
  expect(await refused({ contactId: 999_999_999 })).toBe('ERR_NO_CONTACT_FOUND')
  const stranger = await makeContact(await makeCompany(app))
  expect(await refused({ contactId: stranger.id })).toBe('ERR_NO_CONTACT_FOUND')
  expect(await refused({})).toBeUndefined()
})

test('it is found by contact and text, by days, and by pages with the latest first', async () => {
  const { company, schedule, contact, inMinutes } = await createScheduleFixture(app)
  const other = await makeContact(company)
  const made: Schedule[] = []
  for (let n = 1; n <= 101; n++) made.push(await schedule({ sendAt: inMinutes(n).toISOString() }))
  await schedule({ contactId: other.id, body: 'Sua consulta é amanhã', sendAt: inMinutes(3000).toISOString() })
  const list = async (query: object) => (await company.admin.call(listSchedules, { query })).body
  const first = await list({})
  expect([first.schedules.length, first.count, first.hasMore]).toEqual([100, 102, true])
  expect(first.schedules[0]?.body).toBe('Sua consulta é amanhã')
  expect((await list({ pageNumber: 2 })).schedules.map(({ id }) => id)).toEqual([made[1]?.id, made[0]?.id])
  expect((await list({ searchParam: 'CONSULTA' })).count).toBe(1)
  expect((await list({ searchParam: other.name.toUpperCase() })).schedules[0]?.contact.name).toBe(other.name)
  const days = { dateStart: made[9]?.sendAt, dateEnd: made[12]?.sendAt }
  expect((await list(days)).schedules.map(({ id }) => id)).toEqual([made[11]?.id, made[10]?.id, made[9]?.id])
  expect(first.schedules.at(-1)?.contact.id).toBe(contact.id)
})

test('what others write, move, decide and delete appears by itself, for the own company alone', async () => {
  const fixture = await createScheduleFixture(app)
  const colleague = await makeUser(fixture.company)
  const stranger = await createScheduleFixture(app)
  const follow = async (by: Person) =>
    followList({
      socket: await by.connect(),
      event: scheduleEvent,
      load: async () => (await by.call(listSchedules, { query: {} })).body.schedules,
      apply: (items, event) =>
        event.action === 'delete' ? without(items, event.scheduleId) : put(items, event.schedule)
    })
  const lists = [await follow(colleague), await follow(stranger.company.admin)]
  const agree = async (...counts: number[]) => {
    for (const list of lists) await list.expectEqualsReload()
    expect(lists.map((list) => list.items().length)).toEqual(counts)
  }
  const one = await fixture.schedule({ repeat: 'daily' })
  await agree(1, 0)
  await colleague.call(updateSchedule, { params: { id: one.id }, body: { body: 'Outro texto' } })
  await upload(colleague, one.id, await picture, 'foto.png')
  await agree(1, 0)
  await fixture.makeDue(one, 20)
  await sweepSchedules(app.ctx)
  await agree(2, 0)
  await colleague.call(decideSchedule, { params: { id: one.id }, body: { decision: 'send' } })
  await agree(2, 0)
  await colleague.call(deleteSchedule, { params: { id: one.id } })
  await agree(1, 0)
})

test('an image goes with it, the message keeps a copy, and the last of a series takes the file along', async () => {
  const fixture = await createScheduleFixture(app)
  const { admin } = fixture.company
  const before = storedFiles(app).length
  const { id } = await fixture.schedule({ repeat: 'daily' })
  const refused = await upload(admin, id, Buffer.from('%PDF-1.7\n'), 'conta.png')
  expect(refused.body.error).toBe('ERR_MEDIA_TYPE_REFUSED')
  const { status, body } = await upload(admin, id, await picture, 'foto do dia.png')
  expect([status, body.mediaName]).toEqual([200, 'foto_do_dia.png'])
  const fetched = await fetch(`${app.url}/public/${body.mediaPath}`)
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png'])
  await fixture.makeDue(body)
  await sweepSchedules(app.ctx)
  const [message] = await fixture.written()
  expect(message).toMatchObject({ mediaType: 'image', media: { name: 'foto_do_dia.png', width: 40, height: 30 } })
  const [sent, next] = await fixture.all()
  expect((await upload(admin, sent?.id ?? 0, await picture, 'b.png')).body.error).toBe('ERR_SCHEDULE_ALREADY_SENT')
  await admin.call(deleteSchedule, { params: { id: sent?.id ?? 0 } })
  await app.drain()
  expect((await fetch(`${app.url}/public/${next?.mediaPath}`)).status).toBe(200)
  const bare = await admin.call(removeScheduleImage, { params: { id: next?.id ?? 0 } })
  expect(bare.body).toMatchObject({ mediaPath: null, mediaName: null })
  // The message has its picture and a thumbnail of it.
  expect(storedFiles(app)).toHaveLength(before + 2)
})

test('it follows its contact into a merge and goes with it; who wrote it may leave', async () => {
  const fixture = await createScheduleFixture(app)
  const { admin } = fixture.company
  const user = await makeUser(fixture.company)
  const { id } = await fixture.schedule({}, user)
  const kept = await makeContact(fixture.company)
  await admin.call(mergeContacts, { params: { id: kept.id }, body: { contactId: fixture.contact.id } })
  await admin.call(deleteUser, { params: { id: user.id } })
  const shown = (await admin.call(showSchedule, { params: { id } })).body
  expect(shown).toMatchObject({ contactId: kept.id, userId: null, user: null, status: 'PENDENTE' })
  await admin.call(deleteContact, { params: { id: kept.id } })
  expect((await admin.call(showSchedule, { params: { id } })).error).toBe('ERR_NO_SCHEDULE_FOUND')
})

test('without its connection it is asked about, because another number would write to the customer', async () => {
  const fixture = await createScheduleFixture(app)
  const { admin } = fixture.company
  const bound = await fixture.schedule({ whatsappId: fixture.connection.id })
  const free = await fixture.schedule()
  await admin.call(deleteConnection, { params: { id: fixture.connection.id } })
  expect(await fixture.all()).toMatchObject([
    { id: bound.id, status: 'ERRO', failure: 'ERR_NO_WAPP_FOUND', whatsappId: null },
    { id: free.id, status: 'PENDENTE' }
  ])
  const saved = await admin.call(updateSchedule, { params: { id: bound.id }, body: { body: 'Pela outra linha' } })
  expect(saved.body).toMatchObject({ status: 'PENDENTE', failure: null })
})

test('a plan without the feature shows them and takes nothing', async () => {
  const { company, contact, inMinutes } = await createScheduleFixture(app, { plan: { useSchedules: false } })
  const body = { body: 'Bom dia!', contactId: contact.id, sendAt: inMinutes(60).toISOString() }
  const params = { id: 1 }
  expect((await company.admin.call(createSchedule, { body })).error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await company.admin.call(updateSchedule, { params, body })).error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await company.admin.call(deleteSchedule, { params })).error).toBe('ERR_PLAN_FEATURE_OFF')
  const decision = await company.admin.call(decideSchedule, { params, body: { decision: 'send' } })
  expect(decision.error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await upload(company.admin, 1, await picture, 'a.png')).body.error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await company.admin.call(removeScheduleImage, { params })).error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await company.admin.call(listSchedules, { query: {} })).body.schedules).toEqual([])
})
