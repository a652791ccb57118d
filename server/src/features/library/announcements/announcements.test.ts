// Tests of announcements: who reads and writes them, their image, and what every company hears at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  announcementEvent,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  removeAnnouncementImage,
  showAnnouncement,
  updateAnnouncement,
  type Announcement
} from '@guiche/shared/features/library/announcements.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
let boss: Person
beforeAll(async () => {
  app = await buildTestApp()
  boss = await signInSuper(app)
})
afterAll(() => app.close())

async function written(draft: Partial<Announcement> = {}): Promise<Announcement> {
  const body = { title: 'Manutenção', text: 'No domingo, das 2 às 4 horas.', ...draft } as never
  const answer = await boss.call(createAnnouncement, { body })
  expect(answer.status).toBe(200)
  return answer.body
}
const titles = async (person: Person, searchParam = '') =>
  (await person.call(listAnnouncements, { query: { searchParam } })).body.records.map(({ title }) => title)

/** The smallest picture that is one. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

async function uploadImage(id: number, bytes: Buffer, name = 'aviso.png', token = boss.token) {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(bytes)], { type: 'image/png' }), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/announcements/${id}/media-upload`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as Announcement & { error?: string } }
}

describe('reading', () => {
  test('people of every company find the active ones, newest first, by part of the title', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    await written({ title: 'Primeiro informativo' })
    await written({ title: 'Rascunho informativo', status: false })
    await written({ title: 'Segundo informativo' })
    const user = await makeUser(one)
    for (const person of [user, other.admin])
      expect(await titles(person, 'INFORMATIVO')).toEqual(['Segundo informativo', 'Primeiro informativo'])
    expect(await titles(boss, 'informativo')).toContain('Rascunho informativo')
    expect(await titles(user, '%')).toEqual([])
  })

  test('an inactive one is not there for those who may not read it', async () => {
    const company = await makeCompany(app)
    const { id } = await written({ status: false })
    expect(await company.admin.call(showAnnouncement, { params: { id } })).toMatchObject({
      status: 404,
      error: 'ERR_NO_ANNOUNCEMENT_FOUND'
    })
    expect((await boss.call(showAnnouncement, { params: { id } })).body).toMatchObject({ id, status: false })
  })

  test('the list comes in pages', async () => {
    for (let n = 0; n < 21; n++) await written({ title: `Página ${n}` })
    const page = (pageNumber: number) => boss.call(listAnnouncements, { query: { searchParam: 'página', pageNumber } })
    const [first, second] = [(await page(1)).body, (await page(2)).body]
    expect([first.records.length, first.hasMore, first.count]).toEqual([20, true, 21])
    expect([second.records.length, second.hasMore]).toEqual([1, false])
  })
})

describe('writing', () => {
  test('is for the super user alone', async () => {
    const company = await makeCompany(app)
    const { id } = await written()
    const body = { title: 'Meu', text: 'Texto' }
    const refused = { status: 403, error: 'ERR_NO_PERMISSION' }
    expect(await company.admin.call(createAnnouncement, { body })).toMatchObject(refused)
    expect(await company.admin.call(updateAnnouncement, { params: { id }, body })).toMatchObject(refused)
    expect(await company.admin.call(deleteAnnouncement, { params: { id } })).toMatchObject(refused)
    expect((await uploadImage(id, png, 'a.png', company.admin.token)).status).toBe(403)
  })

  test('needs a title and a text, and takes low priority and active when nothing is said', async () => {
    const answer = await boss.call(createAnnouncement, { body: { title: ' ', text: '' } })
    expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(answer.refusal?.fields).toEqual({ title: 'Obrigatório', text: 'Obrigatório' })
    expect(await written()).toMatchObject({ priority: 3, status: true, mediaPath: null, mediaName: null })
    const wrong = await boss.call(createAnnouncement, { body: { title: 'a', text: 'b', priority: 4 } })
    expect(wrong.refusal?.fields).toHaveProperty('priority')
  })

  test('what is gone cannot be changed or deleted', async () => {
    const { id } = await written()
    const call = { params: { id } }
    expect((await boss.call(deleteAnnouncement, call)).status).toBe(200)
    expect((await boss.call(deleteAnnouncement, call)).error).toBe('ERR_NO_ANNOUNCEMENT_FOUND')
    expect((await boss.call(updateAnnouncement, { ...call, body: { title: 'x' } })).error).toBe(
      'ERR_NO_ANNOUNCEMENT_FOUND'
    )
    expect((await uploadImage(id, png)).body.error).toBe('ERR_NO_ANNOUNCEMENT_FOUND')
  })
})

describe('the image', () => {
  const files = () => storedFiles(app).filter((path) => path.includes('announcements'))

  test('is read by everybody behind /public, and takes the place of the one before', async () => {
    const { id } = await written()
    const { status, body } = await uploadImage(id, png, 'C:\\fotos\\aviso é.png')
    expect(status).toBe(200)
    expect(body.mediaName).toBe('aviso é.png')
    const read = await fetch(`${app.url}/public/${body.mediaPath}`)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await read.arrayBuffer()).equals(png)).toBe(true)
    const before = files()
    const second = await uploadImage(id, png, 'outra.png')
    expect(second.body.mediaName).toBe('outra.png')
    expect(files()).toHaveLength(before.length)
    // The link is right, its file is gone for good.
    expect((await fetch(`${app.url}/public/${body.mediaPath}`)).status).toBe(410)
    const removed = await boss.call(removeAnnouncementImage, { params: { id } })
    expect(removed.body).toMatchObject({ mediaPath: null, mediaName: null })
    expect(files()).toHaveLength(before.length - 1)
  })

  test('goes with its announcement', async () => {
    const { id } = await written()
    const before = files().length
    await uploadImage(id, png)
    expect(files()).toHaveLength(before + 1)
    await boss.call(deleteAnnouncement, { params: { id } })
    expect(files()).toHaveLength(before)
  })

  test('is a PNG or a JPEG by its content, not too large, and there', async () => {
    const { id } = await written()
    const before = files().length
    expect((await uploadImage(id, Buffer.from('<svg onload="alert(1)"/>'))).body.error).toBe('ERR_MEDIA_TYPE_REFUSED')
    expect((await uploadImage(id, Buffer.alloc(6 * 1024 * 1024, 1))).body.error).toBe('ERR_MEDIA_TOO_LARGE')
    expect((await uploadImage(id, Buffer.alloc(0))).body.error).toBe('ERR_MEDIA_BROKEN')
    const headers = { authorization: `Bearer ${boss.token}` }
    const none = await fetch(`${app.url}/announcements/${id}/media-upload`, { method: 'POST', headers })
    expect([none.status, ((await none.json()) as { error: string }).error]).toEqual([400, 'ERR_VALIDATION'])
    expect(files()).toHaveLength(before)
  })
})

describe('live', () => {
  test('every console of every company follows what its people may read', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)]
    const people = [await makeUser(one), other.admin, boss]
    const lists = await Promise.all(
      people.map(async (person) => {
        const list = await followList({
          socket: await person.connect(),
          event: announcementEvent,
          load: async () => (await person.call(listAnnouncements, { query: { searchParam: 'ao vivo' } })).body.records,
          apply: (items, event) => (event.action === 'delete' ? without(items, event.id) : put(items, event.record))
        })
        return list
      })
    )
    const expectAll = async (counts: number[]) => {
      await app.drain()
      for (const list of lists) await list.expectEqualsReload()
      expect(lists.map((list) => list.items().length)).toEqual(counts)
    }
    const { id } = await written({ title: 'Ao vivo' })
    await expectAll([1, 1, 1])
    await boss.call(updateAnnouncement, { params: { id }, body: { text: 'Outro texto', priority: 1 } })
    await expectAll([1, 1, 1])
    await boss.call(updateAnnouncement, { params: { id }, body: { status: false } })
    await expectAll([0, 0, 1])
    await boss.call(updateAnnouncement, { params: { id }, body: { status: true } })
    await expectAll([1, 1, 1])
    await boss.call(deleteAnnouncement, { params: { id } })
    await expectAll([0, 0, 0])
  })
})
