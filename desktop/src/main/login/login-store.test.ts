// The login over time: kept, renewed, ended, locked away, and never told to anybody but the server.
import { expect, test } from 'vitest'
import { createLoginStore } from './login-store.ts'
import { memoryStorage, type SecretStorage } from './secret-storage.ts'
import { createSecureStore } from './secure-store.ts'
import { sendRequest } from './server-request.ts'
import { startLoginServer } from '../testing/login-server.ts'
import { memoryLog, memorySettings } from '../testing/memory-settings.ts'

const right = { email: 'ana@padaria.com.br', password: 'right' }

async function build() {
  const server = await startLoginServer()
  const settings = memorySettings({ currentServer: server.url })
  const log = memoryLog()
  const inner = memoryStorage()
  const keychain = { isLocked: false }
  const demand = () => {
    if (keychain.isLocked) throw new Error('locked')
  }
  const place: SecretStorage = {
    kind: 'keychain',
    // A locked keychain finds nothing; it does not say that it is locked.
    get: async (name) => (keychain.isLocked ? null : inner.get(name)),
    set: async (name, value) => {
      demand()
      await inner.set(name, value)
    },
    delete: async (name) => {
      demand()
      await inner.delete(name)
    }
  }
  /** The app as it starts: nothing in memory. */
  const start = () => {
    const secrets = createSecureStore([place, memoryStorage()], log)
    const keeper = createLoginStore({
      server: () => settings.read('currentServer'),
      send: sendRequest,
      secrets,
      settings,
      log
    })
    return { ...keeper, secrets }
  }
  return { server, settings, log, keychain, inner, start }
}

test('a computer that has signed in says so at the next login, after signing out too, and nowhere else', async () => {
  const { server, start } = await build()
  server.state.device = '1.1.abc.signature'
  const app = start()
  await app.signIn(right)
  await app.renew()
  await app.signOut()
  await start().signIn({ ...right, password: 'wrong' })
  await start().signIn(right)
  const known = 'known_device=1.1.abc.signature'
  expect(server.state.cookies).toEqual(['', 'jrt=refresh-1', 'jrt=refresh-2', known, known])
})

test('a login is kept over a start of the app and renewed with the token that is due', async () => {
  const { server, start } = await build()
  const app = start()
  expect(app.isKept()).toBe(false)
  expect(await app.signIn(right)).toEqual({ status: 200, text: JSON.stringify({ token: 'access', user: { id: 1 } }) })
  expect(app.isKept()).toBe(true)
  expect((await app.renew()).status).toBe(200)
  const later = start()
  expect(later.isKept()).toBe(true)
  expect((await later.renew()).status).toBe(200)
  expect(server.state.cookies).toEqual(['', 'jrt=refresh-1', 'jrt=refresh-2'])
})

test('the answer to the console never holds the refresh token, nor does the log, nor do the settings', async () => {
  const { server, settings, log, start } = await build()
  const app = start()
  const answers = [await app.signIn(right), await app.renew()]
  server.state.valid.clear()
  answers.push(await app.renew())
  expect(JSON.stringify([answers, settings.values, log.lines])).not.toContain('refresh-')
})

test('calls at the same time share one exchange', async () => {
  const { server, start } = await build()
  const app = start()
  await app.signIn(right)
  const answers = await Promise.all([app.renew(), app.renew(), app.renew()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(server.state.asked).toEqual(['POST /auth/login', 'POST /auth/refresh_token'])
})

test('a wrong password keeps nothing', async () => {
  const { start } = await build()
  const app = start()
  expect((await app.signIn({ ...right, password: 'wrong' })).status).toBe(401)
  expect(app.isKept()).toBe(false)
  expect((await app.renew()).status).toBe(401)
})

test('a login that the server has ended is forgotten', async () => {
  const { server, inner, start } = await build()
  const app = start()
  await app.signIn(right)
  server.state.valid.clear()
  expect(await app.renew()).toEqual({ status: 401, text: '{"error":"ERR_SESSION_ENDED"}' })
  expect(app.isKept()).toBe(false)
  expect(await inner.get(`refresh token ${server.url}`)).toBeNull()
})

test.each([
  ['a server that is down', null],
  ['a server in trouble', { status: 503, text: '{"error":"ERR_DATABASE_UNAVAILABLE"}' }],
  ['too many calls', { status: 429, text: '{"error":"ERR_TOO_MANY_REQUESTS"}' }],
  ['the page of a proxy', { status: 401, text: '<html>Sign in to the network</html>' }],
  ['a redirect to elsewhere', { status: 302, text: '' }]
])('%s ends no login', async (_, instead) => {
  const { server, start } = await build()
  const app = start()
  await app.signIn(right)
  if (instead) server.state.instead = instead
  else server.state.isDown = true
  expect((await app.renew()).status).toBe(instead?.status ?? 0)
  expect(app.isKept()).toBe(true)
  Object.assign(server.state, { instead: null, isDown: false })
  expect((await app.renew()).status).toBe(200)
})

test('a keychain that is locked at the start ends no login and says what is the matter', async () => {
  const { keychain, server, start } = await build()
  await start().signIn(right)
  keychain.isLocked = true
  const app = start()
  expect(app.isKept()).toBe(true)
  expect(await app.renew()).toEqual({ status: 0, text: '{"error":"keychainLocked"}' })
  expect(server.state.valid.size).toBe(1)
  keychain.isLocked = false
  expect((await app.renew()).status).toBe(200)
})

test('a keychain that locks itself meanwhile is not noticed, and gets the login when it opens', async () => {
  const { keychain, start } = await build()
  const app = start()
  await app.signIn(right)
  keychain.isLocked = true
  expect((await app.renew()).status).toBe(200)
  expect(app.secrets.keeping()).toBe('memory')
  expect(app.isKept()).toBe(true)
  keychain.isLocked = false
  await app.settle()
  expect(app.secrets.keeping()).toBe('keychain')
  expect((await start().renew()).status).toBe(200)
})

test('signing out ends the login at the server and forgets it here, also when the server is away', async () => {
  const { server, start } = await build()
  const app = start()
  await app.signIn(right)
  await app.signOut()
  expect(server.state.valid.size).toBe(0)
  expect(app.isKept()).toBe(false)
  await app.signIn(right)
  server.state.isDown = true
  await app.signOut()
  expect(start().isKept()).toBe(false)
})

test('a sign-out during a renewal is not undone by its answer', async () => {
  const { start } = await build()
  const app = start()
  await app.signIn(right)
  await Promise.all([app.renew(), app.signOut()])
  expect(app.isKept()).toBe(false)
  expect((await start().renew()).status).toBe(401)
})

test('each server has a login of its own', async () => {
  const { server, settings, start } = await build()
  const other = await startLoginServer()
  const app = start()
  await app.signIn(right)
  settings.write('currentServer', other.url)
  expect(app.isKept()).toBe(false)
  expect((await app.renew()).status).toBe(401)
  expect(other.state.asked).toEqual([])
  await app.signIn(right)
  await app.forget(server.url)
  expect(app.isKept()).toBe(true)
  settings.write('currentServer', server.url)
  expect(app.isKept()).toBe(false)
})

test('without a server there is nobody to ask', async () => {
  const { settings, start } = await build()
  settings.write('currentServer', null)
  const app = start()
  expect(await app.signIn(right)).toEqual({ status: 0, text: '' })
  expect((await app.renew()).status).toBe(401)
  await app.signOut()
  expect(app.isKept()).toBe(false)
})
