// The Chromium behind the host: one profile, one page a window, and the app's own scheme as a host name it can load.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page, type Route } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.ts'

export type SchemeHandler = (request: Request) => Response | Promise<Response>
export const schemes = new Map<string, SchemeHandler>()

/** Chromium cannot be taught a scheme from outside: `app://bundle/x` is `https://bundle.app.electron-host.invalid/x` there. */
const suffix = '.electron-host.invalid'

/** An address of the app as Chromium loads it. */
export function toWeb(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}${suffix}${rest || '/'}` : url
}

/** An address of Chromium as the app knows it. */
export function fromWeb(url: string): string {
  const parts = /^https:\/\/(.+)\.([^.]+)\.electron-host\.invalid(.*)$/is.exec(url)
  return parts ? `${parts[2]}://${parts[1]}${parts[3]}` : url
}

type MayNavigate = (page: Page, url: string) => boolean
let mayNavigate: MayNavigate = () => true
export function setNavigationPolicy(policy: MayNavigate): void {
  mayNavigate = policy
}

interface Driver {
  context: BrowserContext
  /** Where tests connect to. */
  endpoint: string
  close(): Promise<void>
}
let driver: Promise<Driver> | undefined

async function launch(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'electron-host-'))
  const { executablePath, args } = await findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: null,
    acceptDownloads: true,
    args: ['--remote-debugging-port=0', '--use-fake-device-for-media-stream', ...args]
  })
  const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  await context.route('**/*', onRequest)
  return {
    context,
    endpoint: `ws://127.0.0.1:${port}${path}`,
    close: async () => {
      await context.close().catch(() => undefined)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** The browser, started when it is first asked for. */
export function browser(): Promise<Driver> {
  driver ??= launch()
  return driver
}

export async function closeBrowser(): Promise<void> {
  if (driver) await (await driver).close()
}

async function answerOwn(route: Route, url: string, handler: SchemeHandler): Promise<void> {
  const request = route.request()
  const method = request.method()
  const body = request.postDataBuffer()
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const hasBody = body !== null && method !== 'GET'
  const response = await handler(
    new Request(url, { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) })
  )
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer())
  })
}

async function onRequest(route: Route): Promise<void> {
  const request = route.request()
  const url = fromWeb(request.url())
  const isTopNavigation = request.isNavigationRequest() && request.frame().parentFrame() === null
  if (isTopNavigation && !mayNavigate(request.frame().page(), url)) return route.abort('aborted')
  const handler = schemes.get(/^([^:]+):/.exec(url)?.[1] ?? '')
  if (!handler) return route.continue()
  try {
    await answerOwn(route, url, handler)
  } catch (error) {
    // A page that is gone needs no answer.
    if (!String(error).includes('has been closed')) console.error(`electron-host: the handler of ${url} failed`, error)
    await route.abort('failed').catch(() => undefined)
  }
}
