// Tokens of connections: nobody guesses one, finds one out by asking whether it is taken, or reads one anywhere.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listExternalEvents, streamHeartbeat } from '@guiche/shared/features/automation/external-events.ts'
import {
  connectionEvent,
  createConnection,
  deleteConnection,
  listConnections,
  showConnection,
  updateConnection
} from '@guiche/shared/features/inbox/connections.ts'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, makeUser, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'

const tooShort = { status: 400, error: 'ERR_CONNECTION_TOKEN_TOO_SHORT' }
const gone = '4401 ERR_CONNECTION_TOKEN_INVALID'
const migration = new URL('../../src/database/migrations/0053_hash_connection_tokens.sql', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  app.clock.stop()
})
afterAll(() => app.close())
// What was guessed is counted for a minute.
beforeEach(() => app.clock.advance(60_000))

const guess = () => randomBytes(24).toString('hex')
const createOwn = (by: Person, token: string) =>
  by.call(createConnection, { body: { name: `Linha ${guess().slice(0, 8)}`, token } })
const save = (by: Person, id: number, body: object) => by.call(updateConnection, { params: { id }, body })
async function askToken({ token }: Person, id: number, body: object = {}) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.http.inject({ method: 'PUT', url: `/whatsapp/${id}/token`, headers, payload: body })
  return { status: answer.statusCode, ...(answer.json() as { token?: string; error?: string }) }
}
async function tokenOf(company: Company): Promise<{ id: number; token: string }> {
  const { id } = await makeConnectionRow(company)
  const { token = '' } = await askToken(company.admin, id)
  expect(token.length).toBeGreaterThan(40)
  return { id, token }
}
const call = async (token: string, from: string): Promise<number> =>
  (await injectCall(app.http, listExternalEvents, { query: { after: 0 } }, { token, from })).status
async function open(token: string): Promise<number> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/events?token=${token}`)
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.on('message', () => resolve(0))
  socket.on('close', (code) => resolve(code))
  socket.on('error', () => {})
  const code = await promise
  socket.close()
  return code
}
/** A line that stays open, and how it has ended. */
async function follow(token: string): Promise<{ end: string | null }> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/events?token=${token}`)
  const [line, ready] = [{ end: null as string | null }, Promise.withResolvers<void>()]
  socket.on('message', () => ready.resolve())
  socket.on('close', (code, reason) => (line.end = `${code} ${reason.toString()}`))
  socket.on('error', ready.reject)
  await ready.promise
  return line
}
const countOf = <T>(list: T[], wanted: T): number => list.filter((one) => one === wanted).length

test('a token that a client makes by itself is refused below 32 characters, and works from there on', async () => {
  const { admin, ...company } = await makeCompany(app)
  const { id } = await makeConnectionRow({ ...company, admin })
  for (const token of ['a', 'x'.repeat(31)]) {
    expect(await createOwn(admin, token)).toMatchObject(tooShort)
    const refused = await save(admin, id, { token })
    expect(refused).toMatchObject(tooShort)
    expect(refused.refusal?.fields).toEqual({ token: 'ERR_CONNECTION_TOKEN_TOO_SHORT' })
    expect(await call(token, '10.9.0.1')).toBe(401)
  }
  const own = guess()
  expect((await save(admin, id, { token: own })).status).toBe(200)
  expect(await call(own, '10.9.0.1')).toBe(200)
})

test('whether somebody else has a token is told to nobody, and asking often is guessing', async () => {
  const [victim, attacker] = [await makeCompany(app), await makeCompany(app)]
  const { token, id } = await tokenOf(victim)
  const { id: own } = await makeConnectionRow(attacker)
  const answers = [
    await save(attacker.admin, own, { token: 'curto' }),
    await save(attacker.admin, own, { token }),
    await createOwn(attacker.admin, token)
  ]
  expect(new Set(answers.map(({ raw }) => `${raw.statusCode} ${raw.body}`)).size).toBe(1)
  expect(answers[0]).toMatchObject(tooShort)
  const many = []
  for (let n = 0; n < 40; n++) many.push((await save(attacker.admin, own, { token: guess() })).status)
  expect(countOf(many, 200)).toBeLessThan(20)
  expect(many.at(-1)).toBe(429)
  // The victim notices nothing, and another company sets its own.
  expect(await call(token, '10.9.0.2')).toBe(200)
  expect((await save(victim.admin, id, { token: guess() })).status).toBe(200)
})

test('guesses are few for one address, over HTTP and WebSockets together, and tell nothing any more', async () => {
  const company = await makeCompany(app)
  const [known, unknown] = [await tokenOf(company), await tokenOf(company)]
  // An honest program behind the same router, which has called before.
  expect(await call(known.token, '127.0.0.1')).toBe(200)
  const answers: number[] = []
  for (let n = 0; n < 100; n++) {
    const [asked, opened] = await Promise.all([call(guess(), '127.0.0.1'), open(guess())])
    answers.push(asked, opened)
  }
  const evaluated = answers.filter((answer) => answer === 401 || answer === 4401)
  expect(evaluated.length).toBeGreaterThan(0)
  expect(evaluated.length).toBeLessThanOrEqual(20)
  expect(answers.slice(-2)).toEqual([429, 4429])
  // What is right is refused as all the rest.
  expect([await call(unknown.token, '127.0.0.1'), await open(unknown.token)]).toEqual([429, 4429])
  expect([await call(known.token, '127.0.0.1'), await open(known.token)]).toEqual([200, 0])
  expect(await call(unknown.token, '10.9.0.3')).toBe(200)
  app.clock.advance(60_000)
  expect([await call(guess(), '127.0.0.1'), await call(unknown.token, '127.0.0.1')]).toEqual([401, 200])
})

test('guesses from everywhere are limited together, and shut out no program that is known', async () => {
  const company = await makeCompany(app)
  const [known, fresh] = [await tokenOf(company), await tokenOf(company)]
  expect(await call(known.token, '10.9.0.4')).toBe(200)
  const answers: number[] = []
  for (let n = 0; n < 400; n++) answers.push(await call(guess(), `10.8.${n % 250}.${n % 200}`))
  expect(countOf(answers, 401)).toBeLessThanOrEqual(300)
  expect(countOf(answers, 401)).toBeGreaterThan(200)
  expect(answers.at(-1)).toBe(429)
  expect(await call(fresh.token, '10.9.0.5')).toBe(429)
  // Also from an address that it never called from.
  expect(await call(known.token, '10.9.0.6')).toBe(200)
  app.clock.advance(60_000)
  expect(await call(fresh.token, '10.9.0.5')).toBe(200)
})

test('a program that goes on with a token that was replaced is one guess, however often it calls', async () => {
  const company = await makeCompany(app)
  const { id, token } = await tokenOf(company)
  expect(await call(token, '10.9.0.7')).toBe(200)
  const { token: renewed = '' } = await askToken(company.admin, id)
  const answers: number[] = []
  for (let n = 0; n < 60; n++) answers.push(await call(token, '10.9.0.7'))
  expect(countOf(answers, 401)).toBe(60)
  expect(await call(renewed, '10.9.0.7')).toBe(200)
})

test('a token is shown once: no answer, event, log line or row of the database has it', async () => {
  const company = await makeCompany(app)
  const socket = await company.admin.connect()
  const { id, token } = await tokenOf(company)
  const own = guess()
  const { id: other } = await makeConnectionRow(company)
  expect((await save(company.admin, other, { token: own })).body).toMatchObject({ token: '', hasToken: true })
  expect([await call(token, '10.9.0.8'), await call(own, '10.9.0.8')]).toEqual([200, 200])
  // In an address as well, where logs and errors would quote it; also of one that is refused.
  expect([await open(token), await open(own)]).toEqual([0, 0])
  await app.http.inject({ url: `/api/events?token=${token}`, headers: { authorization: `Bearer ${own} ${token}` } })
  await save(company.admin, other, { token: own, name: '' })
  await save(company.admin, other, { token: `${own}\u0000` })
  await app.drain()
  await socket.settle()
  const read = await company.admin.call(showConnection, { params: { id }, query: {} })
  expect(read.body).toMatchObject({ token: '', hasToken: true })
  expect(socket.of(connectionEvent).length).toBeGreaterThan(1)
  const tables = await app.ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  )
  const rows: string[] = []
  for (const { name } of tables) {
    for (const word of [token, own]) {
      const found = await app.ctx.db.execute(
        sql`select 1 from ${sql.identifier(name)} row where row::text like ${`%${word}%`} limit 1`
      )
      if (found.length > 0) rows.push(name)
    }
  }
  expect(rows).toEqual([])
  const list = (await company.admin.call(listConnections, { query: {} })).raw.body
  const told = [read.raw.body, list, JSON.stringify(socket.heard), app.logged.join('\n')].join('\n')
  for (const word of [token, own]) expect(told).not.toContain(word)
  for (const word of [token, own]) expect(told).not.toContain(createHash('sha256').update(word).digest('hex'))
})

test('the form of an older client sends back what it was shown, and the token goes on working', async () => {
  const company = await makeCompany(app)
  const { id, token } = await tokenOf(company)
  const { body: shown } = await company.admin.call(showConnection, { params: { id }, query: {} })
  const { token: _, ...without } = shown
  for (const body of [shown, { ...shown, token: null }, { ...shown, token: '' }, without, { ...shown, token }]) {
    expect((await save(company.admin, id, body)).body).toMatchObject({ token: '', hasToken: true })
    expect(await call(token, '10.9.0.9')).toBe(200)
  }
})

test('a token is made by whoever may edit the connection and has signed in lately or knows the password', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const { id, token } = await tokenOf(company)
  const attendant = await makeUser(company)
  expect(await askToken(attendant, id)).toMatchObject({ status: 403 })
  expect(await askToken(other.admin, id)).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
  // A stolen access token, some minutes later.
  app.clock.advance(6 * 60_000)
  const refused = { status: 400, error: 'ERR_CURRENT_PASSWORD_REQUIRED' }
  expect(await askToken(company.admin, id)).toMatchObject(refused)
  expect(await askToken(company.admin, id, { currentPassword: 'errada' })).toMatchObject({
    error: 'ERR_CURRENT_PASSWORD_WRONG'
  })
  expect(await save(company.admin, id, { token: guess() })).toMatchObject(refused)
  expect(await createOwn(company.admin, guess())).toMatchObject(refused)
  expect(await call(token, '10.9.0.10')).toBe(200)
  // Everything else of the form is saved as before.
  accepted(app, await save(company.admin, id, { name: 'Balcão', token: '' }))
  await app.drain()
  app.mails.length = 0
  const made = await askToken(company.admin, id, { currentPassword: company.admin.password })
  await app.drain()
  const [mail] = app.mails
  expect([app.mails.length, mail?.to]).toEqual([1, company.admin.email])
  expect(mail?.subject).toBe('Um token para outros programas foi gerado')
  expect(mail?.text).toContain('da conexão Balcão')
  expect(mail?.text).not.toContain(made.token)
  expect(made.status).toBe(200)
  expect([await call(token, '10.9.0.10'), await call(made.token ?? '', '10.9.0.10')]).toEqual([401, 200])
})

test('a token ends with its connection and its company, for calls and for lines that are open', async () => {
  const boss = await signInSuper(app)
  const of = async () => {
    const company = await makeCompany(app)
    return { company, ...(await tokenOf(company)) }
  }
  const ways: ((place: Awaited<ReturnType<typeof of>>) => Promise<unknown>)[] = [
    ({ company, id }) => askToken(company.admin, id),
    async ({ company, id }) => accepted(app, await save(company.admin, id, { token: guess() })),
    async ({ company, id }) => accepted(app, await company.admin.call(deleteConnection, { params: { id } })),
    async ({ company: { id } }) =>
      accepted(app, await boss.call(updateCompany, { params: { id }, body: { status: false } } as never)),
    async ({ company: { id } }) => accepted(app, await boss.call(deleteCompany, { params: { id } }))
  ]
  const stays = await of()
  const other = await follow(stays.token)
  for (const end of ways) {
    const place = await of()
    const lines = [await follow(place.token), await follow(place.token)]
    expect(await call(place.token, '10.9.0.12')).toBe(200)
    await end(place)
    expect(await call(place.token, '10.9.0.12')).toBe(401)
    // Long before a heartbeat, with which it would be seen in any case.
    await eventually(() => lines.every(({ end: how }) => how !== null), 'the lines to end', streamHeartbeat / 2)
    expect(lines).toEqual([{ end: gone }, { end: gone }])
  }
  expect([await call(stays.token, '10.9.0.12'), other.end]).toEqual([200, null])
})

test('tokens that were stored before go on working as hashes, those that can be guessed do not', async () => {
  const company = await makeCompany(app)
  const [long, short] = [await makeConnectionRow(company), await makeConnectionRow(company)]
  const token = `çã-${guess()}`
  const db = app.ctx.db
  await db.execute(sql`alter table connections drop column token_hash`)
  await db.execute(sql`alter table connections add column token text`)
  await db.execute(sql`update connections set token = 'outro ' || company_id || ' ' || id`)
  await db.execute(sql`update connections set token = ${token} where id = ${long.id}`)
  await db.execute(sql`create unique index connections_token on connections (token)`)
  const event = (id: number, shown: string | null) =>
    JSON.stringify({ action: 'update', whatsapp: { id, name: 'ç', token: shown } })
  for (const [seq, payload] of [event(long.id, token), event(short.id, 'curto'), event(short.id, null)].entries()) {
    await db.execute(sql`insert into event_log (company_id, seq, name, rooms, "except", payload)
      values (${company.id}, ${1_000_000 + seq}, ${connectionEvent.channel(company.id)}, '{}', '{}', ${payload})`)
  }
  for (const statement of (await readFile(migration, 'utf8')).split('--> statement-breakpoint')) {
    await db.execute(sql.raw(statement))
  }
  expect([await call(encodeURI(token), '10.9.0.11'), await call('outro', '10.9.0.11')]).toEqual([401, 401])
  const rows = await db.execute<{ id: string; hash: string | null }>(
    sql`select id, token_hash as hash from connections where company_id = ${company.id} order by id`
  )
  expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(token).digest('hex'), null])
  const payloads = await db.execute<{ payload: string }>(
    sql`select payload from event_log where company_id = ${company.id} and seq >= 1000000 order by seq`
  )
  const copies = payloads.map(({ payload }) => (JSON.parse(payload) as { whatsapp: object }).whatsapp)
  expect(copies).toEqual([
    { id: long.id, name: 'ç', token: '', hasToken: true },
    { id: short.id, name: 'ç', token: '', hasToken: false },
    { id: short.id, name: 'ç', token: null }
  ])
})
