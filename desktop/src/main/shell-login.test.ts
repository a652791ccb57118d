// The login in the built shell: kept over a restart where the system has a key, warned of where it has none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '#host/launch.ts'
import { builtApp } from './testing/built-app.ts'
import { startLoginServer } from './testing/login-server.ts'
import { makeHome, startApp } from './testing/start-app.ts'

/** The recorder in the app's process; functions that use it run there. */
declare const __recorder: any

let builtShell: Awaited<ReturnType<typeof builtApp>>
beforeAll(async () => {
  builtShell = await builtApp()
}, 300_000)

const right = { email: 'ana@padaria.com.br', password: 'right' }

test('without a keychain the login is sealed, survives a restart, and lies nowhere readable', async () => {
  const server = await startLoginServer()
  const home = makeHome()
  const first = await startApp({ home, settings: { currentServer: server.url, servers: [server.url] } })
  expect((await first.invoke('login:sign-in', right)).status).toBe(200)
  expect(await first.invoke('shell:start')).toMatchObject({ login: 'kept', keeping: 'safe-storage' })
  await first.app.close()
  expect(first.disk()).not.toMatch(/refresh-\d|right/)
  const second = await startApp({ home })
  // The console renews the login by itself when it starts.
  await expect.poll(() => server.state.asked.includes('POST /auth/refresh_token')).toBe(true)
  expect(server.state.cookies.filter((cookie) => cookie.includes('jrt='))[0]).toBe('jrt=refresh-1')
  await second.app.close()
  expect(readFileSync(join(second.data, 'logs/main.log'), 'utf8')).not.toMatch(/refresh-\d/)
})

test('without any key the login holds while the app runs, which is said, and is gone after it', async () => {
  const server = await startLoginServer()
  const home = makeHome()
  const first = await startApp({ home, settings: { currentServer: server.url, servers: [server.url] } })
  await first.app.evaluate(({ safeStorage }) => {
    ;(safeStorage as any).hostState.isAvailable = false
  })
  expect((await first.invoke('login:sign-in', right)).status).toBe(200)
  expect(await first.invoke('shell:start')).toMatchObject({ login: 'kept', keeping: 'memory' })
  await first.page.getByText(/não tem onde guardar o seu acesso/).waitFor()
  expect((await first.invoke('login:renew')).status).toBe(200)
  await first.app.close()
  expect(await (await startApp({ home })).invoke('shell:start')).toMatchObject({ login: 'none' })
})

test('a login that is finished in the browser comes back by a link, to the one who began it', async () => {
  const server = await startLoginServer()
  const started = await startApp({ settings: { currentServer: server.url, servers: [server.url] } })
  const link = `guiche://login/${'a'.repeat(40)}.${'b'.repeat(43)}`
  const follow = () =>
    expect(
      launch({ app: builtShell, args: [`--user-data-dir=${started.data}`, link], env: { HOME: started.home } })
    ).rejects.toThrow('ended before it was ready')
  await follow()
  expect(server.state.asked).not.toContain('POST /auth/login/app')
  const answer = started.invoke('login:browser')
  const opened = (): Promise<string[]> => started.app.evaluate(() => __recorder.opened)
  await expect.poll(opened).toEqual([expect.stringContaining(`${server.url}/console/app-login?challenge=`)])
  await follow()
  expect(await answer).toMatchObject({ status: 200 })
  expect(await started.invoke('shell:start')).toMatchObject({ login: 'kept' })
})

test('no cache of Chromium keeps what conversations show, and the login takes along what one may hold', async () => {
  const server = await startLoginServer()
  const { app, invoke } = await startApp({ settings: { currentServer: server.url, servers: [server.url] } })
  expect(await app.evaluate(({ app: shell }) => shell.commandLine.hasSwitch('disable-http-cache'))).toBe(true)
  await app.evaluate(({ session }) => {
    const { defaultSession } = session as any
    defaultSession.clearCache = async () => {
      defaultSession.hostWiped = true
    }
    defaultSession.hostWiped = false
  })
  const isWiped = () => app.evaluate(({ session }) => (session as any).defaultSession.hostWiped as boolean)
  await invoke('login:sign-in', right)
  expect(await isWiped()).toBe(false)
  await invoke('login:sign-out')
  expect(await isWiped()).toBe(true)
})

test('a hidden start that finds the keychain locked says so once', async () => {
  const server = await startLoginServer()
  const settings = { currentServer: server.url, servers: [server.url], logins: [server.url] }
  const { app, invoke } = await startApp({ settings, args: ['--hidden'] })
  const said = (): Promise<string[]> => app.evaluate(() => __recorder.notifications.map(({ title }: any) => title))
  await expect.poll(said).toEqual(['O chaveiro do sistema está bloqueado'])
  expect((await invoke('login:renew')).status).toBe(0)
  expect(await said()).toHaveLength(1)
})

test('a disk that refuses to be wiped holds up neither the end of a login nor the next one', async () => {
  const server = await startLoginServer()
  const settings = { currentServer: server.url, servers: [server.url] }
  const { app, invoke } = await startApp({ settings })
  await invoke('login:sign-in', right)
  await app.evaluate(() => {
    const fs = process.getBuiltinModule('node:fs')
    fs.rmSync = () => {
      throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' })
    }
    process.getBuiltinModule('node:module').syncBuiltinESMExports()
  })
  await invoke('login:sign-out')
  expect(server.state.asked).toContain('DELETE /auth/logout')
  expect(await invoke('shell:start')).toMatchObject({ login: 'none' })
  expect((await invoke('login:sign-in', right)).status).toBe(200)
  await invoke('login:forget')
  expect(await invoke('shell:start')).toMatchObject({ login: 'none' })
})
