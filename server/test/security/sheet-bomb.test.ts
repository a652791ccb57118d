// A sheet of a few kilobytes that unpacks to gigabytes, given to the import of contacts: the server's memory
// stays as it was, the person reads why nothing was taken, and the file is not tried again.
import { deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showContactImport, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactImports } from '#database/tables/contact-imports.ts'
import { fileReadings } from '#database/tables/file-readings.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { accepted, makeCompany, type Person } from '#test/factories.ts'

let desk: TestApp
let admin: Person
beforeAll(async () => {
  desk = await buildTestApp({ config: { roles: ['api'] } })
  admin = (await makeCompany(desk)).admin
})
afterAll(() => desk.close())

interface Entry {
  name: string
  body: Buffer
  /** What the directory says of the size; the truth when left out. */
  claimed?: number
  size: number
}

function entryOf(name: string, text: Buffer, claimed?: number): Entry {
  return { name, body: deflateRawSync(text), size: text.length, ...(claimed === undefined ? {} : { claimed }) }
}

/** A zip archive; what it says of its entries may be a lie. */
function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, body, size, claimed = size } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(body.length, 18)
    local.writeUInt32LE(claimed, 22)
    local.writeUInt16LE(name.length, 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(8, 10)
    listed.writeUInt32LE(body.length, 20)
    listed.writeUInt32LE(claimed, 24)
    listed.writeUInt16LE(name.length, 28)
    listed.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), body)
    directory.push(listed, Buffer.from(name))
    at += 30 + name.length + body.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const sheetName = 'xl/worksheets/sheet1.xml'
/** 300 MB that are packed into 300 kB. */
const long = Buffer.alloc(300 * 2 ** 20, '<row><c><v>1</v></c></row>')
const honest = entryOf(sheetName, long)

async function upload(by: Person, bytes: Buffer): Promise<ContactImport> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'clientes.xlsx')
  const headers = { authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${desk.url}/contacts/import`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ContactImport
}

const shown = async (id: number) => accepted(desk, await admin.call(showContactImport, { params: { id } }))

/** Megabytes that the server itself has grown by while this ran. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  await work().finally(() => clearInterval(timer))
  return (most - before) / 2 ** 20
}

test.each([
  ['says how large it becomes', [honest]],
  ['says that it is small', [{ ...honest, claimed: 1_000 }]],
  [
    'has a hundred thousand entries in one place',
    Array.from({ length: 6_000 }, (_, n) => entryOf(`xl/${n}.xml`, Buffer.from('x')))
  ]
])('a sheet that %s is refused with a reason, and the server does not grow', async (_what, entries) => {
  const bytes = zip(entries)
  let id = 0
  const growth = await growthOf(async () => {
    id = (await upload(admin, bytes)).id
    await desk.ctx.jobs.drain()
  })
  expect(await shown(id)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/unreadable|too-heavy/) as string
  })
  // The file itself, its copies on the way, and nothing of the 300 MB.
  expect(growth).toBeLessThan(150)
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
  await desk.ctx.db.update(contactImports).set({ readingSince: new Date() }).where(eq(contactImports.id, id))
  await desk.ctx.jobs.drain()
  expect(await shown(id)).toMatchObject({ status: 'failed', failure: 'interrupted', created: 0 })
})

test('an honest book is taken as before, also after the others', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => [`Pessoa ${n}`, `55119${String(70_000_000 + n)}`])
  const { id } = await upload(admin, await writeSheet('xlsx', [['Nome', 'Número'], ...rows]))
  await desk.ctx.jobs.drain()
  expect(await shown(id)).toMatchObject({ status: 'done', created: 500 })
  expect(await desk.ctx.db.select().from(fileReadings)).toEqual([])
})
