// File lists: their texts, their files, who may change them, and what others see of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '@guiche/shared/features/library/file-lists.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const draft = (wishes: object = {}) => ({ name: 'Catálogos', message: 'Veja o que preparamos.', ...wishes })
const make = async (by: Person, wishes: object = {}) =>
  accepted(app, await by.call(contract.createFileList, { body: draft(wishes) }))
const page = async (by: Person, query: object = {}) => accepted(app, await by.call(contract.listFileLists, { query }))

interface Sent {
  name: string
  bytes: Uint8Array
  id?: number
  label?: string
}

/** As legacy consoles send them: the fields of a file beside it. */
async function upload({ token }: Person, id: number, files: Sent[]) {
  const form = new FormData()
  form.append('fileId', String(id))
  form.append('typeArch', 'fileList')
  for (const file of files) {
    form.append('files', new Blob([Buffer.from(file.bytes)]), file.name)
    form.append('mediaType', 'text/html')
    form.append('name', file.label ?? '')
    form.append('id', file.id === undefined ? '' : String(file.id))
  }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/files/uploadList/${id}`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as contract.FileList & { error?: string } }
}
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
const kept = () => storedFiles(app).length

test('a list needs a name of three letters and a text', async () => {
  const { admin } = await makeCompany(app)
  const refused = await admin.call(contract.createFileList, { body: { name: 'ab', message: ' ' } })
  expect(refused.refusal?.fields).toEqual({ name: 'nome muito curto', message: 'Obrigatório' })
})

test('lists are found by pages and by name; attendants read them, administrators write them', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  for (let n = 10; n < 31; n++) await make(company.admin, { name: `Lista ${n}` })
  const [one, two] = [await page(user), await page(user, { pageNumber: 2 })]
  expect([one.files.length, one.count, one.hasMore, two.files.length, two.hasMore]).toEqual([20, 21, true, 1, false])
  const [found] = (await page(user, { searchParam: 'LISTA 17' })).files
  expect(found).toMatchObject({ name: 'Lista 17', userId: company.admin.id, options: [] })
  const params = { id: found?.id ?? 0 }
  expect((await user.call(contract.showFileList, { params })).status).toBe(200)
  expect((await user.call(contract.createFileList, { body: draft() })).error).toBe('ERR_NO_PERMISSION')
  expect((await user.call(contract.deleteFileList, { params })).error).toBe('ERR_NO_PERMISSION')
})

test('files go where the form says, are exchanged and taken out, and none is left behind', async () => {
  const { admin } = await makeCompany(app)
  const before = kept()
  const { id, options } = await make(admin, { options: [{ name: 'Inverno' }, { name: 'Verão' }] })
  const [winter, summer] = options
  const { status, body } = await upload(admin, id, [
    { name: 'inverno.pdf', bytes: pdf, id: winter?.id ?? 0 },
    { name: 'página.html', bytes: Buffer.from('<script>alert(1)</script>'), label: 'Novidades' }
  ])
  expect(status).toBe(200)
  expect(body.options.map(({ name, fileName, mediaType }) => [name, fileName, mediaType])).toEqual([
    ['Inverno', 'inverno.pdf', 'application/pdf'],
    ['Verão', null, null],
    ['Novidades', 'página.html', 'application/octet-stream']
  ])
  const fetched = await fetch(`${app.url}/public/${body.options[0]?.path}`)
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(pdf)
  await upload(admin, id, [{ name: 'outro.pdf', bytes: pdf, id: winter?.id ?? 0 }])
  await app.drain()
  expect(kept()).toBe(before + 2)
  const change = draft({ options: [{ id: winter?.id, name: 'Inverno 2026' }, { id: summer?.id }, { name: 'Outono' }] })
  const edited = accepted(app, await admin.call(contract.updateFileList, { params: { id }, body: change }))
  expect(edited.options.map(({ name, fileName }) => [name, fileName])).toEqual([
    ['Inverno 2026', 'outro.pdf'],
    ['', null],
    ['Outono', null]
  ])
  await app.drain()
  expect(kept()).toBe(before + 1)
  expect((await admin.call(contract.deleteFileList, { params: { id } })).status).toBe(200)
  await app.drain()
  expect(kept()).toBe(before)
})

test('a refused file leaves the list and the storage as they were', async () => {
  const { admin } = await makeCompany(app)
  const stranger = (await makeCompany(app)).admin
  const { id } = await make(admin)
  const before = kept()
  const large = { name: 'grande.bin', bytes: Buffer.alloc(17_000_000) }
  expect((await upload(admin, id, [{ name: 'a.pdf', bytes: pdf }, large])).body.error).toBe('ERR_MEDIA_TOO_LARGE')
  expect((await upload(admin, id, [{ name: 'vazio.txt', bytes: Buffer.alloc(0) }])).body.error).toBe('ERR_MEDIA_BROKEN')
  const many = Array.from({ length: 16 }, (_, n) => ({ name: `${n}.pdf`, bytes: pdf }))
  expect((await upload(admin, id, many)).status).toBe(200)
  expect((await upload(admin, id, many)).body.error).toBe('ERR_VALIDATION')
  expect((await upload(stranger, id, [{ name: 'a.pdf', bytes: pdf }])).body.error).toBe('ERR_NO_FILE_LIST_FOUND')
  expect(kept()).toBe(before + 16)
})

test('what others see is what a reload shows, and a list outlives who made it', async () => {
  const company = await makeCompany(app)
  const maker = await makeUser(company, { profile: 'admin' })
  const live = await followList({
    socket: await company.admin.connect(),
    event: contract.fileListEvent,
    load: async () => (await page(company.admin)).files,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.id) : put(items, event.record))
  })
  const { id } = await make(maker)
  await live.expectEqualsReload()
  await upload(maker, id, [{ name: 'a.pdf', bytes: pdf }])
  await live.expectEqualsReload()
  expect(live.items()[0]?.options).toHaveLength(1)
  expect((await company.admin.call(deleteUser, { params: { id: maker.id } })).status).toBe(200)
  const left = await company.admin.call(contract.showFileList, { params: { id } })
  expect(left.body).toMatchObject({ userId: null, name: 'Catálogos' })
  await company.admin.call(contract.deleteFileList, { params: { id } })
  await live.expectEqualsReload()
  expect(live.items()).toEqual([])
})
