// An archive from a stranger gains nothing on the server that takes it in: no file, no right, no seat, no row of anybody else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCompanies } from '@guiche/shared/features/org/companies.ts'
import type { Header } from '#backup/archive-format.ts'
import { openArchive } from '#backup/read-archive.ts'
import { writeArchive } from '#backup/write-archive.ts'
import { makeCompany, signIn, signInSuper, unique, type Company } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { exportCompany } from './export-company.ts'
import { byCommand, importCompany } from './import-company.ts'

let folder: string
let app: TestApp
let sql: postgres.Sql
let identity: string
let recipient: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-hostile-'))
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
  app = await buildTestApp({ config: { roles: ['api'] } })
  sql = postgres(app.databaseUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const parts = () => ({ db: app.ctx.pool, storage: app.ctx.storage, secrets: app.ctx.secrets })

/** The archive of a company in whose database a stranger has written. */
async function archiveOf(company: Company, statement: string): Promise<string> {
  const file = path.join(folder, `${unique()}.age`)
  await sql.unsafe(statement.replaceAll('#', String(company.id)))
  await exportCompany({ ...parts(), companyId: company.id, lock: { keys: [recipient] }, file })
  return file
}

function take(file: string) {
  const terms = { name: `Neu ${unique()}`, plan: null, withBilling: false, emailTag: `t${unique()}` }
  return importCompany({ ...parts(), file, key: identity, terms, by: byCommand })
}

const contact = `insert into contacts (company_id, name) values (#, 'Zé')`

test.each([
  [
    'the file of another company as a picture',
    `insert into contacts (company_id, name, picture) values (#, 'Zé', 'c1/2026-01/theirs.jpg')`,
    'files of another company'
  ],
  [
    'a path out of its folder',
    `insert into contacts (company_id, name, picture) values (#, 'Zé', 'c#/../c1/2026-01/theirs.jpg')`,
    'files of another company'
  ],
  [
    'the file of another company in a message of colleagues',
    `insert into chats (company_id, title, owner_id) select #, 'x', id from users where company_id = #;
     insert into chat_messages (company_id, chat_id, sender_id, sender_name, message, media)
     select #, id, owner_id, 'x', 'x', '{"key": "schedules/1/theirs.png", "kind": "image"}' from chats where company_id = #`,
    'files of another company'
  ],
  ['a profile that there is not', `update users set profile = 'root' where company_id = #`, 'users.profile'],
  [
    'a password that takes a server down',
    `update users set password_hash = '$argon2id$v=19$m=4194304,t=90,p=1$c2FsdHNhbHQ$aGFzaGhhc2g' where company_id = #`,
    'passwords that are none'
  ],
  ['no password', `update users set password_hash = '' where company_id = #`, 'passwords that are none'],
  [
    'numbers beyond all that a server gives',
    `insert into contacts (company_id, id, name) values (#, 1125899906842624, 'Zé')`,
    'The numbers of contacts'
  ],
  [
    'numbers below nought',
    `insert into contacts (company_id, id, name) values (#, -5, 'Zé')`,
    'The numbers of contacts'
  ]
])('%s is refused', async (_what, statement, expected) => {
  const company = await makeCompany(app)
  const file = await archiveOf(company, statement)
  const count = async () => (await sql<{ n: number }[]>`select count(*)::int as n from companies`)[0]?.n
  const before = await count()
  await expect(take(file)).rejects.toThrow(expected)
  expect(await count()).toBe(before)
})

test('rights, seats, billing and settings that are not for a company to give do not arrive', async () => {
  const company = await makeCompany(app)
  const file = await archiveOf(
    company,
    `update users set super = true, permissions = '{everything,files-page:write}' where company_id = #;
     insert into roles (company_id, name, permissions) values (#, 'Alles', '{super,tickets:seeAll}');
     update settings set value = 'true' where company_id = # and key = 'campaignsEnabled';
     insert into settings (company_id, key, value) values (#, 'superUser', 'yes');
     update settings set value = 'anything' where company_id = # and key = 'userRating';
     update companies set extra_users = 900, due_date = '2099-01-01' where id = #;
     insert into invoices (company_id, detail, value, due_date, status) values (#, 'x', 1, now(), 'paid')`
  )
  const { companyId } = await take(file)
  expect(await sql`select super, permissions from users where company_id = ${companyId}`).toEqual([
    { super: false, permissions: ['files-page:write'] }
  ])
  expect(await sql`select permissions from roles where company_id = ${companyId}`).toEqual([
    { permissions: ['tickets:seeAll'] }
  ])
  const settings = await sql<{ key: string; value: string }[]>`
    select key, value from settings where company_id = ${companyId}`
  expect(settings.filter(({ key }) => ['campaignsEnabled', 'superUser', 'userRating'].includes(key))).toEqual([])
  const [row] = await sql<{ extra: number; due: Date }[]>`
    select extra_users as extra, due_date as due from companies where id = ${companyId}`
  expect(row?.extra).toBe(0)
  expect(row?.due.getTime()).toBeLessThan(Date.now() + 4 * 86_400_000)
  expect(await sql`select from invoices where company_id = ${companyId}`).toEqual([])
})

type Change = (name: string, content: Buffer) => [string, Buffer][]

/** The same archive with entries that somebody has changed who has its public key. */
async function repacked(file: string, change: Change): Promise<string> {
  const forged = path.join(folder, `${unique()}.age`)
  await writeArchive(forged, { keys: [recipient] }, (out) =>
    openArchive(file, identity, async (archive) => {
      const add = async (name: string, content: Buffer) => {
        for (const [other, bytes] of change(name, content)) await out.add(other, bytes)
      }
      await add('header.json', Buffer.from(JSON.stringify(archive.header)))
      for (let next = archive.next(); next; next = archive.next())
        await add(next.name, await buffer(Readable.from(archive.read(), { objectMode: false })))
    })
  )
  return forged
}

function withHeader(change: (header: Header) => unknown): Change {
  return (name, content) => {
    if (name !== 'header.json') return [[name, content]]
    return [[name, Buffer.from(JSON.stringify(change(JSON.parse(content.toString()) as Header)))]]
  }
}
function withFile(key: string): Change {
  return (name, content) => [
    ...(name === 'manifest.json' ? ([[`files/${key}`, Buffer.from('evil')]] as [string, Buffer][]) : []),
    [name, content]
  ]
}

test.each<[string, Change, string]>([
  ['a file outside of every folder', withFile('../../etc/cron.d/evil'), 'not of its company'],
  ['a file of another company', withFile('c1/2026-01/evil.bin'), 'not of its company'],
  ['a file of the house', withFile('announcements/evil.png'), 'not of its company'],
  [
    'other tables',
    withHeader((header) => ({
      ...header,
      tables: [{ schema: 'pg_catalog', name: 'pg_authid', columns: ['rolname'] }]
    })),
    'does not say what an archive of a company says'
  ],
  [
    'another version of the tables',
    withHeader((header) => ({ ...header, migration: { ...header.migration, hash: 'x' } })),
    'bring both servers to the same version'
  ],
  [
    'a company that says nonsense',
    withHeader((header) => ({ ...header, company: { ...(header.company as object), timeZone: 'Mars/Olympus' } })),
    'does not say what an archive of a company says'
  ],
  ['a backup of a whole server', withHeader(({ company: _company, ...header }) => header), 'npm run restore takes it']
])('%s is refused', async (_what, change, expected) => {
  const company = await makeCompany(app)
  const file = await repacked(await archiveOf(company, contact), change)
  const before = await sql`select id from companies`
  await expect(take(file)).rejects.toThrow(expected)
  expect(await sql`select id from companies`).toEqual(before)
})

test('what came does not keep the list of companies from the super user', async () => {
  const company = await makeCompany(app)
  const { companyId } = await take(await archiveOf(company, contact))
  const boss = await signInSuper(app)
  const { status, body } = await boss.call(listCompanies)
  expect([status, body.some(({ id }) => id === companyId)]).toEqual([200, true])
  await signIn(app, { email: company.admin.email, password: company.admin.password })
})
