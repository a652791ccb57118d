// The host by a small app: bridge, policy, windows, reload, downloads, tray, second instance, quitting, loud gaps.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright'
import { launch, type DesktopApp } from './launch.ts'

const sample = join(import.meta.dirname, 'testing/app')
const started: DesktopApp[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()))
})

async function start(...args: string[]) {
  const data = mkdtempSync(join(tmpdir(), 'guiche-host-'))
  const app = await launch({ app: sample, args: [`--user-data-dir=${data}`, ...args] })
  started.push(app)
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const page = await readyPage(app)
  // The scripts of a page run before the window is shown; closing it by then would show it afterwards.
  await expect.poll(() => visible(app)).toBe(true)
  return { app, data, page }
}
async function readyPage(app: DesktopApp, index = 0): Promise<Page> {
  await expect.poll(async () => (await app.windows()).length).toBeGreaterThan(index)
  const page = (await app.windows())[index]!
  await page.waitForFunction(() => 'heard' in window)
  return page
}
const invoke = (page: Page, ...args: unknown[]): Promise<any> =>
  page.evaluate((given) => (window as any).sample.invoke(...given), args)
function refusalOf(page: Page, ...args: unknown[]): Promise<string> {
  return invoke(page, ...args).then(
    () => 'nothing was refused',
    (error: Error) => error.message
  )
}
const visible = (app: DesktopApp) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible())
/** The recorder in the host's process; functions that use it run there. */
declare const __recorder: any

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a call goes to main and back with its types, and a store on disk keeps it', async () => {
  const { page, data } = await start()
  const seen = await page.evaluate(async () => {
    const { clicks, at, bytes, version } = await (window as any).sample.invoke('add', 2)
    return [clicks, at instanceof Date, bytes instanceof Uint8Array && [...bytes], version]
  })
  expect(seen).toEqual([2, true, [1, 2], '1.2.3'])
  expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual({ clicks: 2 })
})

test('a refused call reaches the page in Electron’s words', async () => {
  const { page } = await start()
  expect(await refusalOf(page, 'add', 'x')).toContain(
    "Error invoking remote method 'add': TypeError: count must be an integer"
  )
  expect(await refusalOf(page, 'nothing')).toContain("No handler registered for 'nothing'")
})

test('the page sees the frozen bridge and nothing of Node, of the preload or of the host', async () => {
  const { page } = await start()
  const seen = await page.evaluate(() => {
    const { sample: exposed } = window as any
    const words = ['require', 'process', '__electronHost', '__electronHostOpen', '__electronHostDeliver']
    return [words.filter((word) => word in window), Object.isFrozen(exposed), isSecureContext, exposed.refused]
  })
  expect(seen).toEqual([[], true, true, 'module not found: fs'])
  const call = page.evaluate(async () => (window as any).sample.invoke('add', Symbol('x')))
  await expect(call).rejects.toThrow('could not be cloned')
})

test('the policy that the app sends is enforced', async () => {
  const { page } = await start()
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    return (window as any).ran ?? false
  })
  expect(ran).toBe(false)
})

test('links open outside, and the window stays where it is', async () => {
  const { app, page } = await start()
  const before = page.url()
  await page.click('#outside')
  await expect.poll(() => app.evaluate(() => __recorder.opened)).toEqual(['https://example.invalid/page'])
  const refused = page.waitForEvent('requestfailed')
  await page.click('#away')
  expect((await refused).url()).toBe('https://elsewhere.invalid/')
  expect(page.url()).toBe(before)
})

test('a reload runs the preload afresh, and an answer to the page before is nobody’s', async () => {
  const { app, page } = await start()
  await page.evaluate(() => {
    void (window as any).sample.invoke('slow')
    ;(window as any).before = true
  })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.reload())
  await page.waitForFunction(() => !('before' in window) && 'heard' in window)
  expect((await invoke(page, 'add', 1)).clicks).toBe(1)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.send('route', '/again'))
  await expect.poll(() => page.textContent('h1')).toBe('/again')
})

test('several windows have a page, a bridge and a focus of their own', async () => {
  const { app, page } = await start()
  await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const window = new BrowserWindow({ webPreferences: { preload } })
      await window.loadURL('app://bundle/')
    },
    join(sample, 'preload.cjs')
  )
  const second = await readyPage(app, 1)
  expect((await invoke(second, 'add', 1)).clicks).toBe(1)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]!.webContents.send('route', '/second'))
  await expect.poll(() => second.textContent('h1')).toBe('/second')
  expect(await page.textContent('h1')).toBe('Route')
  await expect.poll(() => second.evaluate(() => document.hasFocus())).toBe(true)
  expect(await page.evaluate(() => document.hasFocus())).toBe(false)
})

test('a hidden window knows that nobody looks, and a notification brings it back', async () => {
  const { app, page } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
  await invoke(page, 'announce', 'Ada')
  expect(await app.evaluate(() => __recorder.notifications[0].title)).toBe('Ada')
  await app.evaluate(() => __recorder.notifications[0].emit('click'))
  expect(await visible(app)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible')
})

test('a file of a server is saved with progress, one of the page itself as well', async () => {
  const body = 'x'.repeat(200_000)
  const disposition = `attachment; filename="pre_os.csv"; filename*=UTF-8''pre%C3%A7os.csv`
  const url = await serve((_request, answer) =>
    answer.writeHead(200, { 'content-length': body.length, 'content-disposition': disposition }).end(body)
  )
  const { app, page, data } = await start()
  await app.evaluate(({ BrowserWindow }, from) => BrowserWindow.getAllWindows()[0]!.webContents.downloadURL(from), url)
  const last = () => page.evaluate(() => (window as any).heard.at(-1))
  await expect.poll(last).toMatchObject({ state: 'completed', name: 'preços.csv', received: 200_000, total: 200_000 })
  expect(statSync(join(data, 'saved/preços.csv')).size).toBe(200_000)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['hello']))
    link.download = 'note.txt'
    link.click()
  })
  await expect.poll(last).toMatchObject({ state: 'completed', name: 'note.txt', from: 'app://bundle' })
  expect(readFileSync(join(data, 'saved/note.txt'), 'utf8')).toBe('hello')
})

test('a cancelled download leaves no file behind', async () => {
  const url = await serve((_request, answer) => {
    answer.writeHead(200, { 'content-length': 1_000_000, 'content-disposition': `attachment; filename="big.bin"` })
    answer.write('x'.repeat(10_000))
  })
  const { app, page, data } = await start()
  await app.evaluate(({ BrowserWindow, session }, from) => {
    session.defaultSession.on('will-download', (_event, item) => item.on('updated', () => item.cancel()))
    BrowserWindow.getAllWindows()[0]!.webContents.downloadURL(from)
  }, url)
  await expect.poll(() => page.evaluate(() => (window as any).heard.at(-1)?.state)).toBe('cancelled')
  await expect.poll(() => existsSync(join(data, 'saved/big.bin'))).toBe(false)
})

test('secrets are encrypted with a key of the system, asynchronously', async () => {
  const { page } = await start()
  expect(await invoke(page, 'keep', 'segredo')).toEqual({
    isHidden: true,
    result: 'segredo',
    backend: 'gnome_libsecret'
  })
})

test.each([
  ['reaches a server of this computer when the app permits it', [], 'pong'],
  ['does not reach it when the app refuses', ['--no-network'], 'TypeError: Failed to fetch']
])('the page %s', async (_, args, outcome) => {
  const url = await serve((_request, answer) => answer.setHeader('access-control-allow-origin', '*').end('pong'))
  const { page } = await start(...args)
  const seen = await page.evaluate((from) => fetch(from).then((response) => response.text(), String), url)
  expect(seen).toBe(outcome)
})

test('a second instance hands its arguments to the first and ends', async () => {
  const { page, data } = await start()
  const second = launch({ app: sample, args: [`--user-data-dir=${data}`, 'sample:/room/7'] })
  await expect(second).rejects.toThrow('ended before it was ready')
  await expect.poll(() => page.textContent('h1')).toBe('sample:/room/7')
})

test('the tray shows what it is told, and its menu quits', async () => {
  const { app } = await start()
  expect(await app.evaluate(() => __recorder.trays[0].tooltip)).toBe('Sample')
  const ended = once(app.process(), 'exit')
  await app.evaluate(() => void setImmediate(() => __recorder.trays[0].menu.getMenuItemById('quit').click()))
  expect((await ended)[0]).toBe(0)
})

test('what the host does not have is an error that names it', async () => {
  const { app } = await start()
  await expect(app.evaluate(({ app: own }) => own.getAppMetrics())).rejects.toThrow(
    'electron-host: app.getAppMetrics is not implemented'
  )
  await expect(
    app.evaluate(({ BrowserWindow }) => void new BrowserWindow({ webPreferences: { sandbox: false } }))
  ).rejects.toThrow('only sandboxed')
})
