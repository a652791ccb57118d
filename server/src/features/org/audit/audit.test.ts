// Reading the audit log: pages and filters, of the own company alone and for admins; exports, retention and the proof.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportAudit, listAudit } from '@guiche/shared/features/org/audit.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { auditActions } from '@guiche/shared/kernel/audit-actions.ts'
import { enAuditWords } from '@guiche/shared/kernel/audit-words-en.ts'
import { esAuditWords } from '@guiche/shared/kernel/audit-words-es.ts'
import { ptAuditWords } from '@guiche/shared/kernel/audit-words-pt.ts'
import { sql } from 'drizzle-orm'
import { openTransaction } from '#database/client.ts'
import { appendRows } from '#platform/audit/audit-log.repo.ts'
import { verifyLogs } from '#platform/audit/check-chain.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  signIn,
  signInSuper,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { exportAudit as writeExport } from './export-audit.ts'
import { pruneLogs } from './prune-logs.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const read = async (query: object, by: Person = company.admin) =>
  accepted(app, await by.call(listAudit, { query: query as never }))

test('pages follow each other by number, though entries come in between', async () => {
  for (let made = 0; made < 55; made++) await makeQueue(company)
  const first = await read({})
  expect(first.entries).toHaveLength(50)
  await makeQueue(company)
  const second = await read({ before: first.next })
  const numbers = [...first.entries, ...second.entries].map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => (numbers[0] ?? 0) - index))
  expect(numbers.at(-1)).toBe(1)
  expect(second.next).toBeNull()
})

test('filters by person, act, group and period; nonsense is refused', async () => {
  const other = await makeUser(company, { profile: 'admin' })
  const before = app.ctx.now()
  app.clock.advance(60_000)
  const body = { value: 'enabled' }
  accepted(app, await other.call(updateSetting, { params: { key: 'userRating' }, body }))
  const settings = await read({ action: 'setting.changed' })
  expect(settings.entries).toMatchObject([{ actor: { kind: 'user', id: other.id }, after: { value: 'enabled' } }])
  const own = await read({ actorId: other.id })
  expect(new Set(own.entries.map(({ actor }) => actor.id))).toEqual(new Set([other.id]))
  const people = await read({ group: 'people' })
  expect(people.entries.every(({ action }) => action.startsWith('user.'))).toBe(true)
  expect((await read({ until: before.toISOString(), action: 'setting.changed' })).entries).toEqual([])
  expect((await read({ from: before.toISOString(), action: 'setting.changed' })).entries).toHaveLength(1)
  expect(
    (await read({ actorId: '', action: '', group: '', from: '', until: '', before: '' })).entries.length
  ).toBeGreaterThan(2)
  for (const query of [{ action: 'no.such' }, { from: 'yesterday' }, { group: 'x' }, { before: -1 }]) {
    expect((await company.admin.call(listAudit, { query: query as never })).status).toBe(400)
  }
})

test('a program is no person who has the number of its connection', async () => {
  const { id } = company.admin
  const row = { companyId: company.id, at: app.ctx.now(), actorKind: 'token' as const, actorId: id, actorName: null }
  const rest = { actorEmail: null, address: null, agent: null, subjectType: null, subjectId: null, subjectLabel: null }
  const entry = { ...row, ...rest, action: 'message.deleted' as const, aboutCompanyId: null, before: null, after: null }
  await openTransaction(app.ctx.pool, (tx) => appendRows(tx, company.id, [entry]))
  expect((await read({ action: 'message.deleted' })).entries).toHaveLength(1)
  expect((await read({ action: 'message.deleted', actorId: id })).entries).toEqual([])
})

test('is for admins, of their own company; the super user reads the own one', async () => {
  const attendant = await makeUser(company)
  expect((await attendant.call(listAudit, { query: {} as never })).status).toBe(403)
  expect((await attendant.call(exportAudit, { body: {} as never })).status).toBe(403)
  const other = await makeCompany(app)
  const seen = JSON.stringify(await read({}, other.admin))
  expect(seen).not.toContain(company.admin.email)
  const chief = await signInSuper(app)
  const own = await read({}, chief)
  expect(JSON.stringify(own)).not.toContain(company.admin.email)
  expect(own.entries[0]).toMatchObject({
    action: expect.stringMatching(/^login/) as string,
    actor: { email: chief.email }
  })
})

test('an export has what the filter finds, is a link, and is an entry itself', async () => {
  await makeQueue(company, { name: '=Fórmula' })
  const made = accepted(app, await company.admin.call(exportAudit, { body: { action: 'queue.created' } as never }))
  expect(made).toMatchObject({ count: 1, name: expect.stringMatching(/^auditoria-.*csv$/) as string })
  const { pathname, search } = new URL(made.url, app.url)
  const file = await app.http.inject({ url: pathname + search })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('queue.created')
  expect(file.body).not.toMatch(/(^|[;,])=/m)
  expect((await read({ action: 'audit.exported' })).entries).toMatchObject([
    { actor: { id: company.admin.id }, after: { action: 'queue.created', entries: 1, isCut: false } }
  ])
})

test('an export calls a setting as its screen does, with the key beside it', async () => {
  const params = { key: 'userRating' as const }
  accepted(app, await company.admin.call(updateSetting, { params, body: { value: 'enabled' } }))
  const made = accepted(app, await company.admin.call(exportAudit, { body: { action: 'setting.changed' } as never }))
  const { pathname, search } = new URL(made.url, app.url)
  const { body } = await app.http.inject({ url: pathname + search })
  expect(body).toContain('Configuração;setting;Avaliação do atendimento;userRating;')
})

test.each([
  ['pt', 'Usuário;user', 'Criou uma fila;queue.created;Fila;queue;Caixa;'],
  ['en', 'User;user', 'Created a queue;queue.created;Queue;queue;Caixa;'],
  ['es', 'Usuario;user', 'Creó una cola;queue.created;Cola;queue;Caixa;']
] as const)('an export in %s says what the console says, with the keys beside it', async (language, who, what) => {
  const own = await makeCompany(app)
  await makeQueue(own, { name: 'Caixa' })
  const made = accepted(
    app,
    await own.admin.call(exportAudit, { body: { action: 'queue.created', language } as never })
  )
  const { pathname, search } = new URL(made.url, app.url)
  const { body } = await app.http.inject({ url: pathname + search })
  const [headings = '', entry = ''] = body.trim().split('\r\n')
  expect(body).not.toContain('undefined')
  expect(entry).toContain(who)
  expect(entry).toContain(what)
  expect(entry).toMatch(/;[0-9a-f]{64};/)
  expect(headings.split(';')).toHaveLength(22)
  // Every act and object that the log may have has words in the language.
  const said = { pt: ptAuditWords, en: enAuditWords, es: esAuditWords }[language] as Record<string, string>
  expect(auditActions.filter((action) => !said[`act_${action.replace('.', '_')}`])).toEqual([])
})

test('an export that has no room for all says so, and has the newest', async () => {
  for (let made = 0; made < 4; made++) await makeQueue(company, { name: `Fila ${made}` })
  const wish = { action: 'queue.created', language: 'pt' } as const
  const reader = { companyId: company.id, timeZone: 'UTC', super: false }
  const rowsOf = async (most: number) => {
    const { url, count, isCut } = await writeExport(app.ctx, reader, wish, most)
    const { pathname, search } = new URL(url, app.url)
    const { body } = await app.http.inject({ url: pathname + search })
    return { count, isCut, names: body.match(/(?<=;queue;)Fila \d(?=;)/g) }
  }
  expect(await rowsOf(3)).toEqual({ count: 3, isCut: true, names: ['Fila 3', 'Fila 2', 'Fila 1'] })
  expect(await rowsOf(4)).toMatchObject({ count: 4, isCut: false })
  expect((await read({ action: 'audit.exported' })).entries[1]).toMatchObject({ after: { entries: 3, isCut: true } })
})

test('nothing of a second company is shown, filtered for or exported, whatever is asked', async () => {
  const other = await makeCompany(app, { name: 'Alheia' })
  const queue = await makeQueue(other, { name: 'Fila alheia' })
  const [theirs] = (await read({ action: 'queue.created' }, other.admin)).entries
  expect(theirs).toMatchObject({ subject: { id: String(queue.id) } })
  const secrets = [other.admin.email, 'Fila alheia', 'Alheia', theirs?.hash ?? '']
  const queries = [
    {},
    { actorId: other.admin.id },
    { actorId: other.admin.id, before: 1_000_000 },
    { action: 'queue.created' },
    { companyId: other.id, group: 'settings' }
  ]
  for (const query of queries) {
    const seen = JSON.stringify(await read(query))
    for (const secret of secrets) expect(seen).not.toContain(secret)
    const made = accepted(app, await company.admin.call(exportAudit, { body: query as never }))
    const { pathname, search } = new URL(made.url, app.url)
    const { body } = await app.http.inject({ url: pathname + search })
    for (const secret of secrets) expect(body).not.toContain(secret)
  }
  expect((await read({ actorId: other.admin.id })).entries).toEqual([])
  // What the one reads and exports is no entry of the other.
  expect((await read({ action: 'audit.exported' }, other.admin)).entries).toEqual([])
})

test('entries go when their months are over, and the chain is proved from there', async () => {
  accepted(app, await company.admin.call(updateSetting, { params: { key: 'auditMonths' }, body: { value: '12' } }))
  expect(
    (await company.admin.call(updateSetting, { params: { key: 'auditMonths' }, body: { value: '6' } })).status
  ).toBe(400)
  app.clock.advance(200 * 24 * 3_600_000)
  await pruneLogs(app.ctx)
  app.clock.advance(200 * 24 * 3_600_000)
  await pruneLogs(app.ctx)
  const admin = await signIn(app, company.admin)
  const { entries } = await read({}, admin)
  expect(entries.map(({ action }) => action)).toContain('audit.pruned')
  expect(entries.map(({ action }) => action)).not.toContain('company.created')
  // Another test breaks the log of a company of its own.
  const lines: string[] = []
  await verifyLogs(app.ctx.pool, (line) => void lines.push(line))
  expect(lines.filter((line) => line.startsWith(`company ${company.id}: whole from `))).toHaveLength(1)
})

test('the proof names the log that was changed, and its heads are those of the others', async () => {
  await makeCompany(app)
  await app.ctx.db.execute(sql`alter table audit_log disable trigger user`)
  await app.ctx.db.execute(sql`update audit_log set actor_name = 'x' where company_id = ${company.id} and number = 2`)
  await app.ctx.db.execute(sql`alter table audit_log enable trigger user`)
  const lines: string[] = []
  expect(await verifyLogs(app.ctx.pool, (line) => void lines.push(line))).toMatchObject({ broken: 1 })
  expect(lines).toContain(`company ${company.id}: BROKEN at entry 2 (changed)`)
  expect(lines.filter((line) => line.includes('BROKEN'))).toHaveLength(1)
  expect(lines.filter((line) => /: whole from \d+ to \d+, head [0-9a-f]{64}$/.test(line)).length).toBeGreaterThan(1)
})
