// Managing quick messages: pages, flags, rights, files, and what others see of it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessagePage,
  listQuickMessages,
  quickMessageEvent,
  removeQuickMessageFile,
  showQuickMessage,
  updateQuickMessage,
  type QuickMessage
} from '@guiche/shared/features/library/quick-messages.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const make = async (by: Person, shortcode: string, flags: { geral?: boolean; status?: boolean } = {}) =>
  (await by.call(createQuickMessage, { body: { shortcode, message: `Texto de ${shortcode}`, ...flags } })).body
const edit = (by: Person, { id }: QuickMessage, body: object) => by.call(updateQuickMessage, { params: { id }, body })
const page = async (by: Person, query: object = {}) => (await by.call(listQuickMessagePage, { query })).body
async function live(by: Person) {
  return followList({
    socket: await by.connect(),
    event: quickMessageEvent,
    load: async () => (await page(by)).records,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.id) : put(items, event.record))
  })
}

async function upload(by: Person, id: number, bytes: Buffer, name: string) {
  const form = new FormData()
  form.append('typeArch', 'quickMessage')
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  const headers = { authorization: `Bearer ${by.token}`, [contractHeader]: contractVersion }
  const answer = await fetch(`${test.url}/quick-messages/${id}/media-upload`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as QuickMessage & { error?: string } }
}
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

it('is listed by pages, the own ones and those of the company, and found by shortcode and text', async () => {
  const company = await makeCompany(test)
  const [user, colleague] = [await makeUser(company), await makeUser(company)]
  for (let n = 10; n < 31; n++) await make(user, `codigo${n}`)
  await make(colleague, 'so-dele')
  await make(colleague, 'pix', { geral: true })
  const [one, two] = [await page(user), await page(user, { pageNumber: 2 })]
  expect([one.records.length, one.count, one.hasMore]).toEqual([20, 22, true])
  expect(two.records.map(({ shortcode }) => shortcode)).toEqual(['codigo30', 'pix'])
  expect((await page(user, { searchParam: 'TEXTO DE PIX' })).records.map(({ shortcode }) => shortcode)).toEqual(['pix'])
})

it('belongs to who made it; the shortcode is obligatory', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const body = { shortcode: ' bomdia ', message: 'Bom dia!', userId: company.admin.id, geral: 'true' as never }
  const made = (await user.call(createQuickMessage, { body })).body
  expect(made).toMatchObject({ shortcode: 'bomdia', userId: user.id, geral: true, status: false, isMedia: false })
  const refused = await user.call(createQuickMessage, { body: { shortcode: ' ' } })
  expect(refused.refusal?.fields).toEqual({ shortcode: 'Obrigatório' })
})

it('is edited by others when it is for everybody and editable; its flags by the owner and admins alone', async () => {
  const company = await makeCompany(test)
  const [owner, colleague] = [await makeUser(company), await makeUser(company)]
  const own = await make(owner, 'segredo')
  const shared = await make(owner, 'horario', { geral: true })
  const open = await make(owner, 'pix', { geral: true, status: true })
  expect((await edit(colleague, own, { message: 'x' })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  expect((await edit(company.admin, own, { message: 'x' })).error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  expect((await edit(colleague, shared, { message: 'x' })).error).toBe('ERR_NO_PERMISSION')
  expect((await edit(colleague, open, { message: 'Chave nova' })).body).toMatchObject({
    shortcode: 'pix',
    message: 'Chave nova',
    userId: owner.id
  })
  expect((await edit(colleague, open, { status: false })).error).toBe('ERR_NO_PERMISSION')
  const removed = await colleague.call(deleteQuickMessage, { params: { id: open.id } })
  expect(removed.error).toBe('ERR_NO_PERMISSION')
  expect((await edit(company.admin, shared, { status: true })).body.status).toBe(true)
  expect((await company.admin.call(deleteQuickMessage, { params: { id: shared.id } })).status).toBe(200)
})

it('shows on the consoles of those who may see it, and leaves those from whom it is taken back', async () => {
  const company = await makeCompany(test)
  const [owner, colleague] = [await makeUser(company), await makeUser(company)]
  const stranger = (await makeCompany(test)).admin
  const lists = [await live(owner), await live(colleague), await live(stranger)]
  const agree = async () => {
    for (const list of lists) await list.expectEqualsReload()
    return lists.map((list) => list.items().length)
  }
  const message = await make(owner, 'pix')
  expect(await agree()).toEqual([1, 0, 0])
  await edit(owner, message, { geral: true })
  expect(await agree()).toEqual([1, 1, 0])
  await upload(owner, message.id, pdf, 'Chave pix.pdf')
  expect(await agree()).toEqual([1, 1, 0])
  await edit(owner, message, { geral: false })
  expect(await agree()).toEqual([1, 0, 0])
  await owner.call(deleteQuickMessage, { params: { id: message.id } })
  expect(await agree()).toEqual([0, 0, 0])
})

it('takes null for what legacy clients left empty in their form', async () => {
  const { admin } = await makeCompany(test)
  const bare = { shortcode: 'cardapio', message: null, geral: null, status: null } as never
  const made = await admin.call(createQuickMessage, { body: bare })
  expect(made.body).toMatchObject({ message: '', geral: false, status: false })
  await edit(admin, made.body, { message: 'Bolos e pães', geral: true })
  const left = await admin.call(updateQuickMessage, { params: { id: made.body.id }, body: bare })
  expect(left.body).toMatchObject({ message: 'Bolos e pães', geral: true })
})

it('takes a file, shows it by a link, exchanges it, and leaves none behind', async () => {
  const company = await makeCompany(test)
  const { id } = await make(company.admin, 'cardapio')
  const before = storedFiles(test).length
  const { status, body } = await upload(company.admin, id, pdf, 'Cardápio de hoje.pdf')
  expect(status).toBe(200)
  expect(body).toMatchObject({ isMedia: true, mediaName: 'Cardápio_de_hoje.pdf' })
  const fetched = await fetch(`${test.url}/public/${body.mediaPath}`)
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(pdf)
  const html = await upload(company.admin, id, Buffer.from('<script>alert(1)</script>'), 'pagina.html')
  const page2 = await fetch(`${test.url}/public/${html.body.mediaPath}`)
  expect(page2.headers.get('content-type')).toBe('application/octet-stream')
  expect(storedFiles(test)).toHaveLength(before + 1)
  const bare = await company.admin.call(removeQuickMessageFile, { params: { id } })
  expect(bare.body).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null })
  expect(storedFiles(test)).toHaveLength(before)
  await upload(company.admin, id, pdf, 'a.pdf')
  await company.admin.call(deleteQuickMessage, { params: { id } })
  await test.ctx.bus.drain()
  expect(storedFiles(test)).toHaveLength(before)
})

it('refuses files that are too large, empty or for a message of somebody else', async () => {
  const company = await makeCompany(test)
  const colleague = await makeUser(company)
  const { id } = await make(company.admin, 'privado')
  const large = await upload(company.admin, id, Buffer.alloc(17 * 1024 * 1024), 'grande.bin')
  expect(large.body.error).toBe('ERR_MEDIA_TOO_LARGE')
  expect((await upload(company.admin, id, Buffer.alloc(0), 'vazio.txt')).body.error).toBe('ERR_MEDIA_BROKEN')
  expect((await upload(colleague, id, pdf, 'a.pdf')).body.error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
})

it('goes with its owner unless the company has it', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const [own, shared] = [await make(user, 'so-minha'), await make(user, 'nossa', { geral: true })]
  expect((await company.admin.call(deleteUser, { params: { id: user.id } })).status).toBe(200)
  const left = await company.admin.call(showQuickMessage, { params: { id: shared.id } })
  expect(left.body).toMatchObject({ shortcode: 'nossa', userId: null })
  expect((await page(company.admin)).records.map(({ id }) => id)).not.toContain(own.id)
})

it('becomes that of whoever takes it back from the company when its owner has gone', async () => {
  const company = await makeCompany(test)
  const [user, colleague] = [await makeUser(company), await makeUser(company)]
  const [orphan, kept] = [await make(user, 'orfa', { geral: true }), await make(colleague, 'dele', { geral: true })]
  await company.admin.call(deleteUser, { params: { id: user.id } })
  const lists = [await live(company.admin), await live(colleague)]
  expect((await edit(company.admin, orphan, { message: 'Outro texto' })).body.userId).toBe(null)
  expect((await edit(company.admin, orphan, { geral: false })).body.userId).toBe(company.admin.id)
  expect((await edit(company.admin, kept, { geral: false })).body.userId).toBe(colleague.id)
  for (const list of lists) await list.expectEqualsReload()
  expect(lists.map((list) => list.items().map(({ shortcode }) => shortcode))).toEqual([['orfa'], ['dele']])
})

it('belongs to queues, which only those who share it change; what is left out stays, as legacy clients leave it', async () => {
  const company = await makeCompany(test)
  const [sales, support] = [await makeQueue(company), await makeQueue(company)]
  const [owner, colleague] = [await makeUser(company), await makeUser(company)]
  const flags = { geral: true, status: true, queueIds: [support.id, sales.id, sales.id] }
  const made = await owner.call(createQuickMessage, { body: { shortcode: 'troca', message: 'Troca', ...flags } })
  const both = [sales.id, support.id].toSorted((a, b) => a - b)
  expect(made.body.queueIds).toEqual(both)
  expect((await edit(colleague, made.body, { message: 'Troca em 7 dias' })).body.queueIds).toEqual(both)
  expect((await edit(colleague, made.body, { message: 'Troca', queueIds: both.toReversed() })).status).toBe(200)
  expect((await edit(colleague, made.body, { queueIds: [] })).error).toBe('ERR_NO_PERMISSION')
  const list = await live(colleague)
  expect((await edit(owner, made.body, { queueIds: [sales.id] })).body.queueIds).toEqual([sales.id])
  await list.expectEqualsReload()
  expect(list.items()).toMatchObject([{ shortcode: 'troca', queueIds: [sales.id] }])
  const shown = await owner.call(showQuickMessage, { params: { id: made.body.id } })
  expect(shown.body).toEqual(list.items()[0])
  expect((await owner.call(listQuickMessages)).body).toEqual([shown.body])
  expect((await make(owner, 'em-todas')).queueIds).toEqual([])
})

it('takes no queue of another company', async () => {
  const [company, other] = [await makeCompany(test), await makeCompany(test)]
  const queueIds = [(await makeQueue(other)).id]
  const made = await company.admin.call(createQuickMessage, { body: { shortcode: 'x', queueIds } })
  expect(made.error).toBe('ERR_NO_QUEUE_FOUND')
  const own = await make(company.admin, 'pix')
  expect((await edit(company.admin, own, { queueIds })).error).toBe('ERR_NO_QUEUE_FOUND')
  expect((await page(company.admin)).records).toMatchObject([{ shortcode: 'pix', queueIds: [] }])
})

it('stays when a queue is deleted, in the queues that are left, or everywhere', async () => {
  const company = await makeCompany(test)
  const [sales, support] = [await makeQueue(company), await makeQueue(company)]
  const list = await live(company.admin)
  for (const [shortcode, queueIds] of [
    ['duas', [sales.id, support.id]],
    ['uma', [sales.id]],
    ['nenhuma', []]
  ] as const) {
    await company.admin.call(createQuickMessage, { body: { shortcode, queueIds: [...queueIds] } })
  }
  await list.expectEqualsReload()
  expect((await company.admin.call(deleteQueue, { params: { id: sales.id } })).status).toBe(200)
  await list.expectEqualsReload()
  expect((await page(company.admin)).records.map(({ shortcode, queueIds }) => [shortcode, queueIds])).toEqual([
    ['duas', [support.id]],
    ['nenhuma', []],
    ['uma', []]
  ])
})
