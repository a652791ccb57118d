// Tests of contacts by the sheet: import in steps, its report, restarts, and an export that can be imported again.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contactImportEvent,
  exportContacts,
  listContactImports,
  showContactImport,
  startContactImport,
  type ContactImport
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactEvent, createContact, listContacts, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put } from '#test/live-equals-reload.ts'
import { makeContact } from '#test/fixtures/make-ticket.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** Begins an import of a file. */
async function upload({ token }: Person, bytes: Uint8Array | string, name = 'contatos.csv') {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)]), name)
  const request = new Request('http://desk', { method: 'POST', body: form })
  const raw = await app.http.inject({
    method: 'POST',
    url: startContactImport.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer())
  })
  return { status: raw.statusCode, body: JSON.parse(raw.body) as ContactImport & { error?: string } }
}

/** The ended import of a file. */
async function imported(company: Company, bytes: Uint8Array | string, name?: string) {
  const { status, body } = await upload(company.admin, bytes, name)
  expect(status).toBe(200)
  await app.ctx.jobs.drain()
  return accepted(app, await company.admin.call(showContactImport, { params: { id: body.id } }))
}

const namesOf = async ({ admin }: Company) =>
  accepted(app, await admin.call(listContacts)).contacts.map(({ name, number }) => [name, number])

const row = (n: number) => `Pessoa ${n};55119${String(80_000_000 + n)};p${n}@exemplo.com;Bairro ${n % 7}`

describe('an import', () => {
  test('adds contacts with their extra fields, both spellings of their numbers known', async () => {
    const company = await makeCompany(app)
    const done = await imported(
      company,
      'Nome;Telefone;CPF\r\nAna Lima;(11) 98765-4321;123\r\nJoão Ávila;5521988887777;'
    )
    expect(done).toMatchObject({
      status: 'done',
      total: 2,
      done: 2,
      created: 2,
      bad: 0,
      badRows: [],
      fileName: 'contatos.csv'
    })
    const [ana] = accepted(app, await company.admin.call(listContacts)).contacts
    expect(ana).toMatchObject({ name: 'Ana Lima', number: '5511987654321', extraInfo: [{ name: 'CPF', value: '123' }] })
    const again = await company.admin.call(createContact, { body: { name: 'Outra', number: '551187654321' } })
    expect(again.error).toBe('ERR_DUPLICATED_CONTACT')
  })

  test.each(['csv', 'xlsx'] as const)('reads %s files with large numbers and accents', async (kind) => {
    const company = await makeCompany(app)
    const bytes = await writeSheet(kind, [
      ['Name', 'Number', 'Email'],
      ['=Conceição', '5511987654321', 'c@exemplo.com']
    ])
    expect(await imported(company, bytes, `a.${kind}`)).toMatchObject({ status: 'done', created: 1 })
    expect(await namesOf(company)).toEqual([['=Conceição', '5511987654321']])
  })

  test('reads what an old program wrote in the letters of Windows, with commas', async () => {
    const company = await makeCompany(app)
    await imported(company, Buffer.from('Nome,Número\nJosé,5511987654321\n', 'latin1'))
    expect(await namesOf(company)).toEqual([['José', '5511987654321']])
  })

  test('gives known contacts what they lack, and leaves what was typed', async () => {
    const company = await makeCompany(app)
    const typed = accepted(
      app,
      await company.admin.call(createContact, {
        body: { name: 'Ana', number: '5511987654321', email: '', extraInfo: [{ name: 'CPF', value: '1' }] }
      })
    )
    const csv = 'Nome;Número;E-mail;cpf;Bairro\nOutro nome;551187654321;ana@exemplo.com;2;Centro\n'
    expect(await imported(company, csv)).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    const after = accepted(app, await company.admin.call(showContact, { params: { id: typed.id } }))
    expect(after).toMatchObject({ name: 'Ana', email: 'ana@exemplo.com' })
    expect(after.extraInfo.map(({ name, value }) => [name, value])).toEqual([
      ['CPF', '1'],
      ['Bairro', 'Centro']
    ])
    expect(await imported(company, csv)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })

  test('reports bad rows and merged ones', async () => {
    const company = await makeCompany(app)
    const done = await imported(company, 'Nome;Número\nAna;5511987654321\nRui;12\nAna de novo;551187654321\n')
    expect(done).toMatchObject({ total: 3, done: 3, created: 1, merged: 1, bad: 1 })
    expect(done.badRows).toEqual([{ row: 3, name: 'Rui', number: '12', problem: 'number-invalid' }])
  })

  test.each(['contatos.pdf', 'contatos.xlsx.exe', 'contatos'])('of %s is refused at once', async (name) => {
    const company = await makeCompany(app)
    const { status, body } = await upload(company.admin, 'Nome;Número\nAna;5511987654321\n', name)
    expect([status, body.error]).toEqual([400, 'ERR_MEDIA_TYPE_REFUSED'])
    expect(storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`))).toEqual([])
  })

  test.each([
    ['unreadable', Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9])],
    ['no-columns', 'Cidade;Estado\nSão Paulo;SP\n'],
    ['empty', 'Nome;Número\n'],
    ['too-many-rows', `Nome;Número\n${'Ana;5511987654321\n'.repeat(50_001)}`]
  ])('of a file that is %s ends with that reason, and leaves no file behind', async (failure, bytes) => {
    const company = await makeCompany(app)
    expect(await imported(company, bytes)).toMatchObject({ status: 'failed', failure, fileName: 'contatos.csv' })
    expect(storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`))).toEqual([])
    expect(await namesOf(company)).toEqual([])
  })

  test('of many rows goes in steps that everybody sees, as a reload shows them', async () => {
    const company = await makeCompany(app)
    const rows = Array.from({ length: 1200 }, (_, n) => row(n))
    const live = await followList({
      socket: await company.admin.connect(),
      event: contactImportEvent,
      load: async () => accepted(app, await company.admin.call(listContactImports)).records,
      apply: (items, payload) => put(items, payload.import as ContactImport)
    })
    const other = await company.admin.connect()
    const done = await imported(company, ['Nome;Número;E-mail;Bairro', ...rows].join('\n'))
    expect(done).toMatchObject({ status: 'done', total: 1200, done: 1200, created: 1200 })
    await live.expectEqualsReload()
    // Whoever shows a list of contacts asks for it once, and not 1,200 times.
    await other.settle()
    expect(other.of(contactEvent)).toEqual([expect.objectContaining({ action: 'reload' })])
  })

  test('goes on where it stood when its node ended, and counts nobody twice', async () => {
    const company = await makeCompany(app)
    const rows = Array.from({ length: 600 }, (_, n) => row(n))
    const csv = ['Nome;Número;E-mail;Bairro', ...rows, 'X;1;;'].join('\n')
    const { body } = await upload(company.admin, csv)
    // As a node leaves it that ended after the first step.
    const half = ['Nome;Número;E-mail;Bairro', ...rows.slice(0, 250)].join('\n')
    await app.ctx.db
      .update(contactImports)
      .set({ status: 'running', total: 601, done: 251, created: 250, bad: 1 })
      .where(eq(contactImports.id, body.id))
    await upload(company.admin, half)
    await app.ctx.jobs.drain()
    const done = accepted(app, await company.admin.call(showContactImport, { params: { id: body.id } }))
    expect(done).toMatchObject({ status: 'done', total: 601, done: 601 })
    expect(accepted(app, await company.admin.call(listContacts)).count).toBe(600)
  })

  test('is for administrators, and needs a file', async () => {
    const company = await makeCompany(app)
    const person = await makeUser(company)
    expect(await upload(person, 'Nome;Número\n')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await company.admin.call(startContactImport)).error).toBe('ERR_VALIDATION')
    expect(await upload(company.admin, '')).toMatchObject({ status: 400, body: { error: 'ERR_MEDIA_BROKEN' } })
  })
})

describe('an export', () => {
  const fetched = async (url: string): Promise<string[][]> => {
    const raw = await app.http.inject({ method: 'GET', url: new URL(url).pathname })
    expect(raw.headers['content-disposition']).toContain('attachment')
    return readSheet(raw.rawPayload, 100)
  }

  test.each(['csv', 'xlsx'] as const)('as %s holds everybody but groups, and can be imported again', async (format) => {
    const company = await makeCompany(app)
    const extraInfo = [{ name: 'CPF', value: '0123' }]
    const body = { name: '=1+1; "x"', number: '5511987654321', email: 'a@exemplo.com', extraInfo }
    accepted(app, await company.admin.call(createContact, { body }))
    const group = await makeContact(company)
    await app.ctx.db.update(contacts).set({ isGroup: true }).where(eq(contacts.id, group.id))
    const { url, name, count } = accepted(
      app,
      await company.admin.call(exportContacts, { body: { format, language: 'es' } })
    )
    expect(count).toBe(1)
    expect(name).toMatch(new RegExp(`^contactos-\\d{4}-\\d\\d-\\d\\d\\.${format}$`))
    expect(await fetched(url)).toEqual([
      ['Nombre', 'Número', 'Correo electrónico', 'CPF'],
      ['=1+1; "x"', '5511987654321', 'a@exemplo.com', '0123']
    ])
  })
})
