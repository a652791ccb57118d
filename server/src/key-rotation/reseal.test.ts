// The application secret is changed while servers run: two secrets open everything, and afterwards the new one alone does.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { login, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { confirmSecondFactor, finishLogin, startSecondFactor } from '@guiche/shared/features/org/second-factor.ts'
import { prompts, queueIntegrations } from '#database/tables/automation/automation.ts'
import { webhooks } from '#database/tables/automation/webhooks.ts'
import { pushSubscriptions } from '#database/tables/inbox/push-subscriptions.ts'
import { whatsappCreds, whatsappKeys } from '#database/tables/inbox/whatsapp.ts'
import { loginSessions } from '#database/tables/org/users.ts'
import { erasedAmong, rememberErased } from '#features/inbox/erasure/erasure.service.ts'
import { vapidKeysOf } from '#features/inbox/push/vapid-keys.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { openText, sealText } from '#platform/secrets/sealed-text.ts'
import { createSecrets, type Secrets } from '#platform/secrets/secrets.ts'
import { createDiskStorage } from '#platform/storage/disk-storage.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import { makeCompany, makeUser, nextAddress, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

const before = 'the secret of before which somebody has read'
const after = 'the secret of afterwards that nobody knows'

let old: TestApp
beforeEach(async () => {
  old = await buildTestApp({ secrets: { current: before, accepted: [] } })
})
afterEach(() => old.close())

const program = path.join(import.meta.dirname, 'rotate-secret.ts')

function rotate(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; out: string; errors: string }> {
  const whole = { PATH: process.env['PATH'] ?? '', DATABASE_URL: old.databaseUrl, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: whole }, (error, out, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, errors })
    )
  })
}

const keyCount = 1200

/** Of a company, and of the house. */
const storedKeys = (companyId: number): string[] => [`c${companyId}/a.txt`, 'announcements/a.txt']

/** A row of each kind. */
async function sealSomething({ id: companyId, admin, test: { ctx } }: Company, connectionId: number): Promise<void> {
  const sealed = () => sealText(ctx, 'a key of the company')
  const [of, bytes] = [{ companyId, connectionId }, () => ctx.secrets.encrypt(Buffer.from('creds'))]
  await ctx.db.insert(whatsappCreds).values({ ...of, data: bytes() })
  const keys = Array.from({ length: keyCount }, (_, at) => ({ ...of, type: 'pre-key', id: String(at), data: bytes() }))
  await ctx.db.insert(whatsappKeys).values(keys)
  await ctx.db.insert(prompts).values({ companyId, name: 'Lia', apiKey: sealed(), voiceKey: sealed() })
  const integration = { companyId, name: 'Fluxo', type: 'webhook' as const }
  await ctx.db.insert(queueIntegrations).values({ ...integration, jsonContent: sealed(), secret: sealed() })
  await ctx.db.insert(queueIntegrations).values(integration)
  const url = 'https://exemplo.com.br/gancho'
  await ctx.db.insert(webhooks).values({ companyId, url, events: [], secret: sealed(), cursor: 0, active: false })
  const [loginRow] = await ctx.db.select().from(loginSessions).where(eq(loginSessions.userId, admin.id))
  const sessionId = loginRow?.id ?? ''
  const browser = { companyId, userId: admin.id, sessionId, endpoint: url, keys: sealed(), userAgent: 'Firefox' }
  await ctx.db.insert(pushSubscriptions).values({ ...browser, createdAt: ctx.now() })
  for (const key of storedKeys(companyId)) await ctx.storage.save(key, Readable.from(['a letter']))
}

function opens({ decrypt }: Secrets, value: unknown): boolean {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : (value as Buffer)
  try {
    decrypt(bytes)
    return true
  } catch {
    return false
  }
}

/** Values of every table that a secret opens, each as the name of its column. */
async function openedBy(secrets: Secrets): Promise<string[]> {
  const { db } = old.ctx
  const columns = (await db.execute(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'bytea')
  `)) as unknown as { table: string; column: string }[]
  const names: string[] = []
  for (const { table, column } of columns) {
    const name = sql.identifier(column)
    const rows = (await db.execute(sql`
      select ${name} as value from ${sql.identifier(table)} where length(${name}) >= 28
    `)) as unknown as { value: unknown }[]
    names.push(...rows.filter(({ value }) => opens(secrets, value)).map(() => `${table}.${column}`))
  }
  return names.toSorted()
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: old.clock.now().getTime() })
}

test('everything opens under both secrets and then under the new one alone, beside servers that run', async () => {
  const company = await makeCompany(old)
  const person = await makeUser(company)
  const connection = await makeConnectionRow(company)
  await sealSomething(company, connection.id)
  await inTransaction(old.ctx, (tx) => rememberErased(tx, company.id, ['5511988887777']))
  const { body: setup } = await person.call(startSecondFactor, { body: { currentPassword: person.password } })
  const { body: codes } = await person.call(confirmSecondFactor, { body: { code: codeOf(setup.secret) } })
  const other = await makeUser(company)
  const cookie = (
    await injectCall(old.http, login, { body: { email: other.email, password: other.password } })
  ).raw.cookies.find(({ name }) => name === 'jrt')?.value
  const sealedBefore = await openedBy(createSecrets(before))
  expect(sealedBefore.length).toBeGreaterThan(keyCount)

  const both = await buildTestApp({ besides: old, secrets: { current: after, accepted: [before] } })
  expect((await injectCall(both.http, me, {}, { token: company.admin.token })).status).toBe(200)
  const done = await rotate({ APP_SECRET: after, APP_SECRET_ACCEPTED: before })
  expect(done).toMatchObject({ code: 0, errors: '' })
  expect(done.out).toContain(`whatsapp_keys.data: ${keyCount} sealed anew\n`)
  expect(await openedBy(createSecrets(before))).toEqual([])
  expect(await openedBy(createSecrets(after))).toEqual(sealedBefore)
  const again = await rotate({ APP_SECRET: after, APP_SECRET_ACCEPTED: before })
  expect(again.out).toContain('whatsapp_keys.data: 0 sealed anew\n')
  await both.close()

  const fresh = await buildTestApp({ besides: old, secrets: { current: after, accepted: [] } })
  const { ctx } = fresh
  const [prompt] = await ctx.db.select().from(prompts)
  expect(openText(ctx, prompt?.apiKey ?? null)).toBe('a key of the company')
  expect([...(await erasedAmong(ctx, company.id, ['5511988887777'])).keys()]).toEqual(['5511988887777'])
  expect(vapidKeysOf(ctx.secrets)).toEqual(vapidKeysOf(old.ctx.secrets))
  const files = await createDiskStorage(path.join(old.ctx.config.dataDir, 'media'))
  const opened = encryptStorage(openEncryption(files, ctx.pool, ctx.secrets, ctx.log))
  for (const key of storedKeys(company.id)) expect(await text(await opened.open(key))).toBe('a letter')
  // What the secret that was read signed opens nothing any more; logins go on.
  expect((await injectCall(fresh.http, me, {}, { token: company.admin.token })).error).toBe('ERR_SESSION_EXPIRED')
  expect((await injectCall(fresh.http, refreshToken, {}, { cookie: cookie ?? '' })).status).toBe(200)
  const body = { email: person.email, password: person.password }
  const asked = await injectCall(fresh.http, login, { body }, { from: nextAddress() })
  const { challenge } = (asked.refusal as unknown as { values: { challenge: string } }).values
  const code = codes.recoveryCodes[0] ?? ''
  expect((await injectCall(fresh.http, finishLogin, { body: { challenge, code } })).status).toBe(200)
  await fresh.close()
})

test('a server does not start under a secret that is not the one of its database, nor changes it at its first start', async () => {
  const start = buildTestApp({
    besides: old,
    secrets: { current: 'some other secret, as long as it has to be', accepted: [] }
  })
  await expect(start).rejects.toThrow('APP_SECRET: it is not the one that this database was sealed with.')
  await old.ctx.db.execute(sql`delete from lasting_keys`)
  const first = buildTestApp({ besides: old, secrets: { current: after, accepted: [before] } })
  await expect(first).rejects.toThrow('APP_SECRET_ACCEPTED: this database has not been started with this version yet.')
})

test('the program says what it needs, what it cannot open, and does not touch what a lost secret would need stopped', async () => {
  expect((await rotate({ APP_SECRET: after })).errors).toContain('APP_SECRET_ACCEPTED is needed')
  expect(await rotate({ APP_SECRET: 'a third secret that has enough characters' }, '--lost')).toMatchObject({
    code: 1,
    errors: 'A server is connected to this database: stop it, then change the secret.\n'
  })
  const company = await makeCompany(old)
  const secret = createSecrets('a secret that is gone, of enough characters').encrypt(Buffer.from('x'))
  const row = { companyId: company.id, url: 'https://exemplo.com.br', events: [], cursor: 0, active: false }
  await old.ctx.db.insert(webhooks).values({ ...row, secret: secret.toString('base64') })
  const done = await rotate({ APP_SECRET: after, APP_SECRET_ACCEPTED: before })
  expect(done.code).toBe(1)
  expect(done.out).toContain('webhooks.secret: 0 sealed anew, 1 that no secret here opens\n')
  expect(done.errors).toContain('1 values are sealed with a secret that is not here')
})

test('whoever seals something stored is known here', () => {
  const source = path.join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('backup/'))
    .filter((file) => file !== 'platform/secrets/secrets.ts')
    .filter((file) => /sealText\(|sealedForHost\(|\bencrypt\(/.test(readFileSync(path.join(source, file), 'utf8')))
  // A further one adds its column to `sealed-columns.repo.ts`, unless what it seals lives for hours (jobs, links).
  expect(files.toSorted()).toEqual([
    'company-archive/import-company.ts',
    'features/automation/ai-prompts/ai-prompts.service.ts',
    'features/automation/integrations/integrations.service.ts',
    'features/automation/integrations/try-session.ts',
    'features/automation/webhooks/webhooks.service.ts',
    'features/inbox/push/push.service.ts',
    'features/org/archive-schedules/archive-schedules.service.ts',
    'features/org/auth/reset-password.ts',
    'features/org/companies/sign-up-by-mail.ts',
    'features/org/company-archives/company-archives.service.ts',
    'features/org/invitations/invitations.service.ts',
    'features/org/second-factor/second-factor.service.ts',
    'key-rotation/reseal.ts',
    'platform/secrets/lasting-keys.ts',
    'platform/secrets/sealed-text.ts',
    'platform/storage/file-keys.ts',
    'whatsapp/signal/auth-state.ts',
    'whatsapp/signal/session-keys.ts'
  ])
})
