// Files of campaigns: the one that goes with the first message, and those of a list, once to everybody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { createFileList, deleteFileList, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { buildCampaignApp, createCampaignFixture } from '#test/fixtures/campaign-fixture.ts'
import { accepted, type Person } from '#test/fixtures/factories.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

async function upload<T>(by: Person, path: string, field: string, files: [string, Buffer | string][]) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append(field, new Blob([Buffer.from(bytes)]), name)
  const headers = { authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as T & { error?: string } }
}

async function listWith(by: Person, names: string[]): Promise<FileList> {
  const body = { name: 'Catálogos', message: 'Veja', options: [] }
  const { id } = accepted(app, await by.call(createFileList, { body }))
  const files = names.map((name): [string, string] => [name, `conteúdo de ${name}`])
  return (await upload<FileList>(by, `/files/uploadList/${id}`, 'files', files)).body
}

test('the file of a campaign goes with the text, the files of its list follow, once to everybody', async () => {
  const { company, id, move, written } = await createCampaignFixture(app, 3)
  const { admin } = company
  const list = await listWith(admin, ['precos.txt', 'mapa.txt'])
  const uploaded = await upload<Campaign>(admin, `/campaigns/${id}/media-upload`, 'file', [['oferta.png', picture]])
  expect(uploaded.body).toMatchObject({ mediaName: 'oferta.png' })
  expect((await fetch(`${app.url}/public/${uploaded.body.mediaPath}`)).status).toBe(200)
  await admin.call(contract.updateCampaign, { params: { id }, body: { fileListId: list.id } })
  await move(contract.startCampaign)
  await app.drain()
  const all = await written()
  const first = all.filter(({ ticketId }) => ticketId === all[0]?.ticketId)
  const greeting = first[0]?.body
  expect(['Olá, Pessoa 0!', 'Olá, Pessoa 1!', 'Olá, Pessoa 2!']).toContain(greeting)
  expect(first.map(({ body, mediaType, media }) => [body, mediaType, media?.name])).toEqual([
    [greeting, 'image', 'oferta.png'],
    // The text of the list goes before its files.
    ['Veja', 'chat', undefined],
    ['', 'application', 'precos.txt'],
    ['', 'application', 'mapa.txt']
  ])
  expect(all).toHaveLength(12)
  // All messages of one kind name one file, which stays for them.
  expect(new Set(all.flatMap(({ media }) => media?.key ?? [])).size).toBe(3)
  await admin.call(deleteFileList, { params: { id: list.id } })
  await admin.call(contract.deleteCampaign, { params: { id } })
  await app.drain()
  for (const { media } of first) if (media) expect(storedFiles(app)).toContain(media.key)
})

test('a file that nobody was sent goes with its campaign, a copy has its own, and a running one takes none', async () => {
  const { company, companyId, id, move } = await createCampaignFixture(app, 1)
  const { admin } = company
  const own = () => storedFiles(app).filter((key) => key.startsWith(`c${companyId}/`))
  const path = `/campaigns/${id}/media-upload`
  await upload(admin, path, 'file', [['um.txt', 'um']])
  await upload(admin, path, 'file', [['dois.txt', 'dois']])
  expect(own()).toHaveLength(1)
  const copy = accepted(app, await admin.call(contract.cloneCampaign, { params: { id } }))
  expect(copy).toMatchObject({
    name: 'Inverno (2)',
    status: 'INATIVA',
    mediaName: 'dois.txt',
    message1: 'Olá, {nome}!'
  })
  expect(own()).toHaveLength(2)
  await admin.call(contract.deleteCampaign, { params: { id: copy.id } })
  await app.drain()
  expect(own()).toHaveLength(1)
  expect((await admin.call(contract.removeCampaignMedia, { params: { id } })).body).toMatchObject({ mediaPath: null })
  expect(own()).toEqual([])
  expect((await upload(admin, path, 'file', [])).body.error).toBe('ERR_VALIDATION')
  await move(contract.startCampaign)
  expect((await upload(admin, path, 'file', [['tarde.txt', 'tarde']])).body.error).toBe('ERR_CAMPAIGN_NOT_EDITABLE')
})

test('a retry sends what failed, and not once more what arrived with it', async () => {
  const { company, id, move, outcome, written } = await createCampaignFixture(app, 1)
  const { admin } = company
  const list = await listWith(admin, ['precos.txt', 'mapa.txt'])
  await admin.call(contract.updateCampaign, { params: { id }, body: { fileListId: list.id } })
  await move(contract.startCampaign)
  await app.drain()
  // The text, the text of the list, and its first file; the second one fails as well.
  const parts = await written()
  await outcome(parts[1], { delivery: 'sent' })
  await outcome(parts[2], { delivery: 'sent' })
  await outcome(parts[3], { delivery: 'failed', failure: 'refused' })
  await outcome(parts[0], { delivery: 'failed', failure: 'refused' })
  await move(contract.retryCampaign)
  await app.drain()
  const again = (await written()).slice(4)
  expect(again.map(({ body, media }) => media?.name ?? body)).toEqual(['Olá, Pessoa 0!', 'mapa.txt'])
})

test('a file that fails alone is a failure of its recipient, and alone goes out again', async () => {
  const { company, id, move, outcome, show, written } = await createCampaignFixture(app, 1)
  const { admin } = company
  const list = await listWith(admin, ['precos.txt', 'mapa.txt'])
  await admin.call(contract.updateCampaign, { params: { id }, body: { fileListId: list.id } })
  await move(contract.startCampaign)
  await app.drain()
  const [text, textOfList, prices, map] = await written()
  for (const part of [text, textOfList, map]) await outcome(part, { delivery: 'sent' })
  // Not all of it is out: it has not arrived yet.
  expect((await show()).counts).toMatchObject({ sent: 1, delivered: 0, failed: 0 })
  await outcome(prices, { delivery: 'failed', failure: 'media-too-large' })
  expect((await show()).counts).toMatchObject({ sent: 0, delivered: 0, failed: 1 })
  const { records } = accepted(app, await admin.call(contract.listRecipients, { params: { id }, query: {} }))
  expect(records).toMatchObject([{ state: 'failed', reason: 'media-too-large' }])
  await move(contract.retryCampaign)
  await app.drain()
  const [again, ...more] = (await written()).slice(4)
  expect([again?.media?.name, more]).toEqual(['precos.txt', []])
  await outcome(again, { delivery: 'sent' })
  expect((await show()).counts).toMatchObject({ sent: 1, delivered: 1, failed: 0 })
})
