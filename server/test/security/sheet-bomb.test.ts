// A sheet of a few kilobytes that unpacks to gigabytes, given to the import of contacts: the server's memory
// stays as it was, the person reads why nothing was taken, and the file is not tried again.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showContactImport, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { fileReadings } from '#database/tables/file-readings.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, type Person } from '#test/fixtures/factories.ts'
import { bookParts, sheetEntry, textsEntry, zip, zipEntry, type ZipEntry } from '#test/fixtures/media-bombs.ts'
import { treeGrowth } from '#test/server/tree-memory.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  admin = (await makeCompany(app)).admin
})
afterAll(() => app.close())

const texts = textsEntry('<si><t>Nome</t></si>')
/** 300 MB that are packed into 300 kB. */
const long = sheetEntry(Buffer.alloc(300 * 2 ** 20, '<row><c><v>1</v></c></row>'))
const book = (...entries: ZipEntry[]): Buffer => zip([...bookParts, texts, ...entries])

/** Twelve entries of 9 MB in the place of one, and a picture that makes the file larger than their sum. */
function overlapping(): Buffer {
  const first = sheetEntry(Buffer.alloc(9 * 2 ** 20, '<row><c><v>1</v></c></row>'))
  const copies = Array.from({ length: 12 }, (_, n) => ({ ...first, name: `xl/worksheets/sheet${n + 2}.xml`, at: 0 }))
  return zip([first, zipEntry('xl/media/a.png', randomBytes(2 ** 20)), ...copies, ...bookParts, texts])
}

/** An entry within the packed bytes of another. */
function nested(): Buffer {
  const [outer, inner] = [zipEntry('xl/worksheets/sheet2.xml', randomBytes(9_000)), sheetEntry('<row/>')]
  const whole = zip([outer, { ...inner, at: 100 }, ...bookParts, texts])
  // Its own header, where the directory says.
  zip([inner]).copy(whole, 100, 0, 30 + inner.name.length + inner.body.length)
  return whole
}

async function upload(by: Person, bytes: Buffer): Promise<ContactImport> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'clientes.xlsx')
  const headers = { authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${app.url}/contacts/import`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ContactImport
}

const shown = async (id: number) => accepted(app, await admin.call(showContactImport, { params: { id } }))

test.each([
  ['says how large it becomes', () => book(long), 'too-heavy'],
  ['says that it is small', () => book({ ...long, claimed: 1_000 }), 'too-heavy'],
  [
    'has an entry of 100 MB that is packed a thousand times',
    () => book(sheetEntry(Buffer.alloc(100 * 2 ** 20))),
    'too-heavy'
  ],
  [
    'has 6,000 entries',
    () => book(...Array.from({ length: 6_000 }, (_, n) => zipEntry(`xl/${n}.xml`, 'x'))),
    'too-heavy'
  ],
  ['has entries that lie over one another', overlapping, 'too-heavy'],
  ['has an entry within another', nested, 'too-heavy'],
  ['is cut off', () => book(sheetEntry('<row/>')).subarray(0, -30), 'unreadable'],
  ['is rubbish', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(1_000)]), 'unreadable']
])('a sheet that %s is refused with a reason, and nothing grows', async (_what, make, failure) => {
  const bytes = make()
  let id = 0
  const growth = await treeGrowth(async () => {
    id = (await upload(admin, bytes)).id
    await app.ctx.jobs.drain()
  })
  expect(await shown(id)).toMatchObject({ status: 'failed', failure, created: 0 })
  // The file, its copies on the way, the process that reads it, and nothing of the 300 MB.
  expect(growth).toBeLessThan(200)
})

test('a valid sheet that takes more than its reader may have, though its sizes are small, is too heavy and costs no more', async () => {
  // A cell in the 1,020th column of each row: programs keep room for all that are before it.
  const rows = Array.from({ length: 50_000 }, (_, n) => `<row r="${n + 1}"><c r="AMF${n + 1}"><v>1</v></c></row>`)
  const bytes = book(sheetEntry(rows.join('')))
  let id = 0
  const growth = await treeGrowth(async () => {
    id = (await upload(admin, bytes)).id
    await app.ctx.jobs.drain()
  })
  expect(await shown(id)).toMatchObject({ status: 'failed', failure: 'too-heavy' })
  expect(growth).toBeLessThan(768 + 100)
  expect(await app.ctx.db.select().from(fileReadings)).toMatchObject([{ ended: 'memory' }])
  await app.ctx.db.delete(fileReadings)
})

test('an import whose server ended while it read the file is told to the person, not tried again', async () => {
  const { id } = await upload(
    admin,
    await writeSheet('xlsx', [
      ['Nome', 'Número'],
      ['Ana', '5511987654321']
    ])
  )
  // As a server leaves it that was killed.
  await app.ctx.db.update(contactImports).set({ readingSince: new Date() }).where(eq(contactImports.id, id))
  await app.ctx.jobs.drain()
  expect(await shown(id)).toMatchObject({ status: 'failed', failure: 'interrupted', created: 0 })
})

test('an honest book is taken as before, also after the others', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => [`Pessoa ${n}`, `55119${String(70_000_000 + n)}`])
  const { id } = await upload(admin, await writeSheet('xlsx', [['Nome', 'Número'], ...rows]))
  await app.ctx.jobs.drain()
  expect(await shown(id)).toMatchObject({ status: 'done', created: 500 })
  expect(await app.ctx.db.select().from(fileReadings)).toEqual([])
})
