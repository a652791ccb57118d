// In development a console that was built again shows in the running app, at the place where one was.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launch } from '../desktop/host/launch.ts'
import { stageConsole } from '../desktop/packaging/stage-app.ts'

const main = `import { app, BrowserWindow, protocol } from 'electron'
import { readFileSync } from 'node:fs'
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
await app.whenReady()
const page = () => readFileSync(new URL('console/index.html', import.meta.url))
protocol.handle('app', () => new Response(page(), { headers: { 'content-type': 'text/html' } }))
void new BrowserWindow().loadURL('app://bundle/tickets')
`

test('a newly built console shows in the running app, where it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-reload-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const build = (title: string): void => {
    const built = join(folder, 'built')
    mkdirSync(built, { recursive: true })
    writeFileSync(join(built, 'index.html'), `<title>${title}</title>`)
    stageConsole(join(folder, 'app'), { console: built })
  }
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'app/package.json'), JSON.stringify({ name: 'reload', type: 'module', main: 'main.js' }))
  writeFileSync(join(folder, 'app/main.js'), main)
  build('before')
  const app = await launch({
    app: join(folder, 'app'),
    args: [`--user-data-dir=${join(folder, 'data')}`],
    before: [join(import.meta.dirname, 'reload-pages.cjs')]
  })
  onTestFinished(() => app.close())
  const page = await app.firstWindow()
  await expect.poll(() => page.title(), { timeout: 20_000 }).toBe('before')
  build('after')
  await expect.poll(() => page.title(), { timeout: 20_000 }).toBe('after')
  expect(new URL(page.url()).pathname).toBe('/tickets')
})
