// Passkeys: added after a recent login, they sign in alone; used once, for one site, by whoever proves to be there.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { login, me } from '@guiche/shared/features/org/auth.ts'
import {
  addPasskey,
  authorizeApp,
  listPasskeys,
  loginWithAppCode,
  loginWithPasskey,
  mostPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  type PasskeyCredential
} from '@guiche/shared/features/org/passkeys.ts'
import { resetSecondFactor, showSecondFactorOf } from '@guiche/shared/features/org/second-factor.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { passkeySite } from '#platform/http/passkey-site.ts'
import { createAuthenticator } from '#test/fixtures/authenticator.ts'
import { makeCompany, makeUser, nextAddress, type Person } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { injectCall } from '#test/server/inject-call.ts'

const origin = 'https://guiche.test'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { publicUrl: origin } })
})
afterAll(() => app.close())

type Authenticator = ReturnType<typeof createAuthenticator>

const optionsFor = async (person: Person) =>
  (await person.call(startPasskey, { body: { currentPassword: person.password } })).body.options

async function addTo(person: Person, authenticator: Authenticator, wishes = { origin }) {
  const credential = authenticator.create(await optionsFor(person), wishes)
  return person.call(addPasskey, { body: { name: 'Celular', credential } })
}

const loginOptions = async () => (await injectCall(app.http, startPasskeyLogin, {})).body.options
const enter = (credential: PasskeyCredential) =>
  injectCall(app.http, loginWithPasskey, { body: { credential } }, { from: nextAddress() })

test('a passkey that was added signs in without password and code, and is told of by mail and in the log', async () => {
  const company = await makeCompany(app)
  const person = await makeUser(company)
  const phone = createAuthenticator()
  const added = await addTo(person, phone)
  expect(added.body).toMatchObject({ name: 'Celular', isSynced: false, usedAt: null })
  const entered = await enter(phone.get(await loginOptions(), { origin }))
  expect(entered.status).toBe(200)
  expect(entered.raw.cookies.map(({ name }) => name)).toContain('jrt')
  expect((await injectCall(app.http, me, {}, { token: entered.body.token })).body.id).toBe(person.id)
  const { body: list } = await injectCall(app.http, listPasskeys, {}, { token: entered.body.token })
  expect(list.map(({ usedAt }) => usedAt !== null)).toEqual([true])
  await app.drain()
  expect(app.mails.findLast(({ to }) => to === person.email)?.subject).toBe('Uma chave de acesso foi adicionada')
  const { body: audit } = await company.admin.call(listAudit, { query: {} })
  expect(audit.entries.map(({ action }) => action)).toContain('passkey.added')
})

test('a signature opens once, for some minutes, for this site and for whoever proves to be there', async () => {
  const person = await makeUser(await makeCompany(app))
  const phone = createAuthenticator()
  expect((await addTo(person, phone)).status).toBe(200)
  const refused = async (credential: PasskeyCredential) => (await enter(credential)).error
  const good = phone.get(await loginOptions(), { origin })
  const at = (await Promise.all([enter(good), enter(good), enter(good)])).map(({ status }) => status)
  expect(at.toSorted()).toEqual([200, 400, 400])
  expect(await refused(good)).toBe('ERR_PASSKEY_REFUSED')
  expect(await refused(phone.get(await loginOptions(), { origin: 'https://guiche.test.golpe.net' }))).toBe(
    'ERR_PASSKEY_REFUSED'
  )
  expect(await refused(phone.get(await loginOptions(), { origin, isProved: false }))).toBe('ERR_PASSKEY_REFUSED')
  expect(await refused(phone.get({ ...(await loginOptions()), challenge: 'MTIz' }, { origin }))).toBe(
    'ERR_PASSKEY_REFUSED'
  )
  expect(await refused(createAuthenticator().get(await loginOptions(), { origin }))).toBe('ERR_PASSKEY_REFUSED')
  const late = await loginOptions()
  app.clock.advance(5 * 60_000 + 1)
  expect(await refused(phone.get(late, { origin }))).toBe('ERR_PASSKEY_REFUSED')
  // A challenge of a registration signs nobody in, nor the other way round.
  expect(await refused(phone.get({ ...(await optionsFor(person)), rpId: 'guiche.test' }, { origin }))).toBe(
    'ERR_PASSKEY_REFUSED'
  )
  expect((await enter(phone.get(await loginOptions(), { origin }))).status).toBe(200)
})

test('a passkey that is used in a browser signs in the app that asked, once, within two minutes, and nobody else', async () => {
  const person = await makeUser(await makeCompany(app))
  const phone = createAuthenticator()
  await addTo(person, phone)
  const verifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const authorize = async (credential: PasskeyCredential) =>
    injectCall(app.http, authorizeApp, { body: { credential, codeChallenge } }, { from: nextAddress() })
  const redeem = async (code: string, codeVerifier = verifier) =>
    injectCall(app.http, loginWithAppCode, { body: { code, codeVerifier } }, { from: nextAddress() })
  const first = await authorize(phone.get(await loginOptions(), { origin }))
  expect([first.status, first.raw.cookies]).toEqual([200, []])
  const { code } = first.body
  expect((await redeem(code, randomBytes(32).toString('base64url'))).error).toBe('ERR_PASSKEY_REFUSED')
  expect((await redeem(`${code.slice(0, 40)}A${code.slice(41)}`)).error).toBe('ERR_PASSKEY_REFUSED')
  const at = await Promise.all([redeem(code), redeem(code), redeem(code)])
  expect(at.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  const entered = at.find(({ status }) => status === 200)
  expect(entered?.raw.cookies.map(({ name }) => name)).toContain('jrt')
  expect((await injectCall(app.http, me, {}, { token: entered?.body.token })).body.id).toBe(person.id)
  const late = await authorize(phone.get(await loginOptions(), { origin }))
  app.clock.advance(2 * 60_000)
  expect((await redeem(late.body.code)).error).toBe('ERR_PASSKEY_REFUSED')
  // What the browser used is used, whichever way.
  const once = phone.get(await loginOptions(), { origin })
  const again = await authorize(once)
  expect((await enter(once)).status).toBe(200)
  expect((await redeem(again.body.code)).error).toBe('ERR_PASSKEY_REFUSED')
  expect((await authorize(createAuthenticator().get(await loginOptions(), { origin }))).error).toBe(
    'ERR_PASSKEY_REFUSED'
  )
})

test('a passkey is added by its person alone, after a recent login, to twenty at the most', async () => {
  const company = await makeCompany(app)
  const [person, other] = [await makeUser(company), await makeUser(company)]
  app.clock.advance(6 * 60_000)
  expect((await person.call(startPasskey, { body: {} })).error).toBe('ERR_CURRENT_PASSWORD_REQUIRED')
  const credential = createAuthenticator().create(await optionsFor(other), { origin })
  const body = { name: 'Celular', credential }
  expect((await person.call(addPasskey, { body })).error).toBe('ERR_PASSKEY_REFUSED')
  expect((await other.call(addPasskey, { body })).status).toBe(200)
  // The same key again, for whomever.
  expect((await other.call(addPasskey, { body })).error).toBe('ERR_PASSKEY_REFUSED')
  for (let count = 0; count < mostPasskeys; count++) await addTo(person, createAuthenticator())
  expect((await person.call(startPasskey, { body: { currentPassword: person.password } })).error).toBe(
    'ERR_TOO_MANY_PASSKEYS'
  )
})

test('its person calls one as they like, without the password again; nobody else does', async () => {
  const company = await makeCompany(app)
  const [person, colleague, other] = [await makeUser(company), await makeUser(company), await makeCompany(app)]
  const phone = createAuthenticator()
  const { body: made } = await addTo(person, phone)
  app.clock.advance(6 * 60_000)
  const rename = (by: Person, name: string) => by.call(renamePasskey, { params: { id: made.id }, body: { name } })
  for (const by of [colleague, company.admin, other.admin])
    expect((await rename(by, 'Meu')).error).toBe('ERR_NO_PASSKEY_FOUND')
  for (const name of ['', '   ', 'x'.repeat(61), 'a\u0000b']) expect((await rename(person, name)).status).toBe(400)
  expect((await rename(person, '  Celular novo ')).body).toEqual({ ...made, name: 'Celular novo' })
  expect((await rename(person, 'Celular novo')).status).toBe(200)
  expect((await person.call(listPasskeys)).body).toMatchObject([{ name: 'Celular novo' }])
  expect((await enter(phone.get(await loginOptions(), { origin }))).status).toBe(200)
  const { entries } = (await company.admin.call(listAudit, { query: { action: 'passkey.renamed' } })).body
  expect(entries).toMatchObject([
    { actor: { id: person.id }, before: { passkey: made.name }, after: { passkey: 'Celular novo' } }
  ])
})

test('one that was removed or reset opens nothing; colleagues and other companies reach none', async () => {
  const company = await makeCompany(app)
  const [person, colleague, other] = [await makeUser(company), await makeUser(company), await makeCompany(app)]
  const [phone, key] = [createAuthenticator(), createAuthenticator()]
  const { body: made } = await addTo(person, phone)
  await addTo(person, key)
  const remove = (by: Person) =>
    by.call(removePasskey, { params: { id: made.id }, body: { currentPassword: by.password } })
  expect([(await remove(colleague)).error, (await remove(other.admin)).error]).toEqual([
    'ERR_NO_PASSKEY_FOUND',
    'ERR_NO_PASSKEY_FOUND'
  ])
  expect((await remove(person)).status).toBe(200)
  expect((await enter(phone.get(await loginOptions(), { origin }))).error).toBe('ERR_PASSKEY_REFUSED')
  const params = { id: person.id }
  expect((await company.admin.call(showSecondFactorOf, { params })).body).toEqual({ since: null, passkeys: 1 })
  const body = { currentPassword: company.admin.password }
  expect((await company.admin.call(resetSecondFactor, { params, body })).body).toEqual({ since: null, passkeys: 0 })
  expect((await enter(key.get(await loginOptions(), { origin }))).error).toBe('ERR_PASSKEY_REFUSED')
})

test('where a second factor is demanded a passkey is one, and the password alone opens nothing', async () => {
  const company = await makeCompany(app)
  const person = await makeUser(company)
  const phone = createAuthenticator()
  await addTo(person, phone)
  for (const [key, value] of [
    ['secondFactorGraceDays', '0'],
    ['secondFactorFor', 'everybody']
  ] as const)
    expect((await company.admin.call(updateSetting, { params: { key }, body: { value } })).status).toBe(200)
  app.clock.advance(1000)
  const { email, password } = person
  const refused = await injectCall(app.http, login, { body: { email, password } }, { from: nextAddress() })
  expect(refused.error).toBe('ERR_SECOND_FACTOR_SETUP_REQUIRED')
  const entered = await enter(phone.get(await loginOptions(), { origin }))
  expect(entered.body.user.secondFactorDue).toBeNull()
})

test.each([
  ['https://desk.example.com', ['https://console.desk.example.com', 'https://evil.com'], 'desk.example.com', 2],
  ['http://localhost:3000', [], 'localhost', 1],
  ['http://127.0.0.1:3000', [], null, 0],
  ['http://[::1]:3000', [], null, 0]
] as const)('%s is a site of passkeys or none', (publicUrl, corsOrigins, id, count) => {
  const site = passkeySite({ publicUrl, corsOrigins: [...corsOrigins] })
  expect([site?.id ?? null, site?.origins.length ?? 0]).toEqual([id, count])
})
