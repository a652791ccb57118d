// The life of the whole shell, built, in the host: first start, close to the tray and back, second start, links, quit.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { launch } from '#host/launch.ts'
import { builtApp } from './testing/built-app.ts'
import { startLoginServer } from './testing/login-server.ts'
import { makeHome, startApp, type Started } from './testing/start-app.ts'

/** The recorder in the app's process; functions that use it run there. */
declare const __recorder: any

const uuid = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'
const isVisible = ({ app }: Started) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? null)
const titles = ({ app }: Started): Promise<string[]> =>
  app.evaluate(() => __recorder.notifications.map(({ title }: any) => title))
async function hide(started: Started) {
  await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await expect.poll(() => isVisible(started)).toBe(false)
}

beforeAll(async () => void (await builtApp()), 180_000)

test('the first start asks for the server, looks at the address, and loads the console on it', async () => {
  const server = await startLoginServer()
  const started = await startApp()
  const { page, data } = started
  const field = page.getByLabel('Endereço do servidor')
  await field.fill('http://127.0.0.1:1')
  await page.getByText('Nada responde neste endereço.').waitFor()
  await field.fill(server.url)
  await page.getByText('Servidor encontrado (versão 0.1.0)').waitFor()
  await page.getByRole('button', { name: 'Usar este servidor' }).click()
  await page.getByLabel('E-mail').waitFor()
  await page.getByText(`Servidor: ${server.url}`).waitFor()
  expect(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8'))).toMatchObject({
    servers: [server.url],
    currentServer: server.url
  })
})

test('a server that IT has fixed is used and cannot be changed', async () => {
  const server = await startLoginServer()
  const home = makeHome()
  writeFileSync(join(home, 'managed.json'), JSON.stringify({ server: server.url }))
  const { page, invoke } = await startApp({ home })
  await page.getByText(`Servidor: ${server.url}`).waitFor()
  expect(await page.getByRole('button', { name: 'Trocar de servidor' }).count()).toBe(0)
  expect(await invoke('servers:list')).toEqual({ servers: [{ address: server.url, isCurrent: true }], isFixed: true })
})

describe('the window', () => {
  test('closes to the tray, says so once, and comes back', async () => {
    const started = await startApp()
    await hide(started)
    expect(await titles(started)).toEqual(['O Guichê continua aberto'])
    await started.app.evaluate(() => __recorder.trays[0].menu.getMenuItemById('open').click())
    expect(await isVisible(started)).toBe(true)
    await hide(started)
    expect(await titles(started)).toHaveLength(1)
  })

  test('comes back where it was and as large as its letters were', async () => {
    const home = makeHome()
    const first = await startApp({ home })
    await first.app.evaluate(({ BrowserWindow, Menu }) => {
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 120, y: 80, width: 1000, height: 700 })
      ;(Menu.getApplicationMenu() as any).getMenuItemById('zoom-in').click()
    })
    await first.app.close()
    const second = await startApp({ home })
    const seen = () =>
      second.app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return [window!.getBounds(), window!.webContents.getZoomLevel()]
      })
    // The letters grow when the page has loaded, which may be after its first words are there.
    await expect.poll(seen).toEqual([{ x: 120, y: 80, width: 1000, height: 700 }, 0.5])
  })

  test('is not shown at a start that nobody asked for, and a second start shows it', async () => {
    const started = await startApp({ args: ['--hidden'] })
    expect(await isVisible(started)).toBe(false)
    const second = launch({
      app: await builtApp(),
      args: [`--user-data-dir=${started.data}`],
      env: { HOME: started.home }
    })
    await expect(second).rejects.toThrow('ended before it was ready')
    await expect.poll(() => isVisible(started)).toBe(true)
  })

  test('that was maximized stays hidden at a start that nobody asked for, and is remembered so', async () => {
    const bounds = { x: 120, y: 80, width: 1000, height: 700 }
    const started = await startApp({ args: ['--hidden'], settings: { window: { bounds, isMaximized: true } } })
    expect(await isVisible(started)).toBe(false)
    await started.app.close()
    const kept = JSON.parse(readFileSync(join(started.data, 'settings.json'), 'utf8')) as { window: object }
    expect(kept.window).toEqual({ bounds, isMaximized: true })
  })

  test('that was maximized and is started hidden is maximized when it is shown', async () => {
    const bounds = { x: 120, y: 80, width: 1000, height: 700 }
    const started = await startApp({ args: ['--hidden'], settings: { window: { bounds, isMaximized: true } } })
    await started.app.evaluate(() => __recorder.trays[0].menu.getMenuItemById('open').click())
    const isMaximized = await started.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.isMaximized()
    )
    expect([await isVisible(started), isMaximized]).toEqual([true, true])
  })

  test('leaves full screen before it hides', async () => {
    const started = await startApp()
    await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setFullScreen(true))
    const isFull = () => started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isFullScreen())
    await expect.poll(isFull).toBe(true)
    await hide(started)
    expect(await isFull()).toBe(false)
    const leftSpace = await started.app.evaluate(
      ({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0] as any).hostHidInFullScreen
    )
    expect(leftSpace).not.toBe(true)
  })

  test('is closed for good from the menu, with status 0', async () => {
    const { app } = await startApp()
    const ended = once(app.process(), 'exit')
    await app.evaluate(
      ({ Menu }) => void setImmediate(() => (Menu.getApplicationMenu() as any).getMenuItemById('quit').click())
    )
    expect((await ended)[0]).toBe(0)
  })
})

describe('a link of the app', () => {
  test('opens its ticket from a second start', async () => {
    const started = await startApp()
    await hide(started)
    const second = launch({
      app: await builtApp(),
      args: [`--user-data-dir=${started.data}`, `guiche://tickets/${uuid}`],
      env: { HOME: started.home }
    })
    await expect(second).rejects.toThrow('ended before it was ready')
    await expect.poll(() => isVisible(started)).toBe(true)
    await expect.poll(() => started.invoke('intents:take')).toEqual([{ kind: 'open', path: `/tickets/${uuid}` }])
  })

  test('opens its ticket from a cold start', async () => {
    const { invoke } = await startApp({ args: [`guiche://tickets/${uuid}`] })
    expect(await invoke('intents:take')).toEqual([{ kind: 'open', path: `/tickets/${uuid}` }])
  })
})

test('the standard edition is built without the screens of the super user', async () => {
  const files = readdirSync(join(await builtApp(), 'console/assets'))
  expect(files.filter((name) => /^(SettingsPage|TicketsPage)-.*js$/.test(name))).toHaveLength(2)
  expect(
    files.filter((name) => /^(CompaniesTab|PlansTab|HelpsTab|AnnouncementsPage|ManagedInvoicesPage)-/.test(name))
  ).toEqual([])
})
