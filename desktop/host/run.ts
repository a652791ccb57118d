// The process of the host: loads the app's real main module, then answers the test's requests.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CDPSession } from 'playwright'

const appFolder = resolve(process.argv[2] ?? '.')
process.env['ELECTRON_HOST_APP'] = appFolder
process.argv.splice(1, 2, appFolder)

// Loaded after the folder is known, since the host reads it at once.
const { default: electron } = await import('./electron.ts')
const { browser } = await import('./chromium.ts')

async function targetOf(session: CDPSession): Promise<string> {
  const { targetInfo } = await session.send('Target.getTargetInfo')
  return targetInfo.targetId
}

const requests: Record<string, (message: any) => Promise<unknown>> = {
  // The function's text comes from the test; it runs here as Playwright runs it in Electron.
  // oxlint-disable-next-line no-eval
  evaluate: async ({ source, argument }) => (0, eval)(`(${source})`)(electron, argument),
  endpoint: async () => (await browser()).endpoint,
  targets: async () =>
    Promise.all(
      electron.BrowserWindow.getAllWindows().map(async ({ webContents }) =>
        targetOf((await webContents.hostLink()).cdp)
      )
    )
}

process.on('message', (message: any) => {
  requests[message.type]?.(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: any) => process.send?.({ id: message.id, error: String(error?.stack ?? error) })
  )
})
process.on('disconnect', () => electron.app.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => electron.app.quit())

const { main } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))
await import(pathToFileURL(join(appFolder, main)).href)
await electron.app.whenReady()
process.send?.({ type: 'ready' })
