// Joins one page of Chromium to the host: the preload in a world of its own, messages up and down, what happens to it.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright'
import { browser, fromWeb } from './chromium.ts'
import { createCodec } from './codec.ts'
import { mainLink, pageDoor, pageWorld, preloadWorld } from './page-runtime.ts'

const { decode } = createCodec()
const codecSource = createCodec.toString()
const binding = '__electronHost'
const worldName = 'electron-host-preload'
const taken = new WeakSet<Page>()

export interface LinkEvents {
  message(message: any): void
  /** The top frame has a new document. */
  navigated(url: string): void
  navigatedInPage(url: string): void
  loaded(): void
  crashed(): void
  closed(): void
  windowOpened(url: string): void
}

export interface PageLink {
  page: Page
  cdp: CDPSession
  /** Hands a text to the preload; nobody gets it while there is no document. */
  deliver(text: string): Promise<void>
}

/** Fresh pages come one after the other, so that none is taken twice. */
let turn: Promise<unknown> = Promise.resolve()
function freePage(): Promise<Page> {
  const next = turn.then(async () => {
    const { context } = await browser()
    const spare = context.pages().find((page) => page.url() === 'about:blank' && !taken.has(page))
    const page = spare ?? (await context.newPage())
    taken.add(page)
    return page
  })
  turn = next.catch(() => undefined)
  return next
}

function scriptsOf(options: Electron.WebPreferences): { page: string; preload: string } {
  const nonce = randomBytes(16).toString('hex')
  const info = {
    nonce,
    binding,
    process: {
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      platform: process.platform,
      arch: process.arch,
      versions: process.versions,
      env: {},
      argv: options.additionalArguments ?? []
    }
  }
  const source = options.preload === undefined ? '' : readFileSync(options.preload, 'utf8')
  const parts = `{ createCodec: ${codecSource}, pageDoor: ${pageDoor.toString()}, mainLink: ${mainLink.toString()} }`
  return {
    page: `(${pageWorld.toString()})(${codecSource}, ${JSON.stringify(nonce)})`,
    preload: `(${preloadWorld.toString()})(${parts}, ${JSON.stringify(info)}, function (require, module, exports, process) {\n${source}\n})`
  }
}

/** What a link to a new window does: it goes to the app's handler, and no window opens. */
async function catchWindows(page: Page, opened: (url: string) => void): Promise<void> {
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  await page.exposeBinding('__electronHostOpen', (_source, url: string) => opened(fromWeb(url)))
  await page.addInitScript(() => {
    const open = (window as any).__electronHostOpen
    Reflect.deleteProperty(window, '__electronHostOpen')
    window.open = (url) => {
      open(new URL(String(url ?? 'about:blank'), location.href).href)
      return null
    }
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a[target=_blank]') as HTMLAnchorElement | null
      // A download of the own origin stays one; of another origin it is a window like any other, as in Chromium.
      const isDownload = link?.hasAttribute('download') && new URL(link.href).origin === location.origin
      if (!link || isDownload || link.href.startsWith('blob:') || event.defaultPrevented) return
      event.preventDefault()
      window.open(link.href)
    })
  })
}

/** Opens a page with the app's preload in it. */
export async function openPage(options: Electron.WebPreferences, events: LinkEvents): Promise<PageLink> {
  const page = await freePage()
  const cdp = await page.context().newCDPSession(page)
  let world: string | undefined
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === worldName && context.auxData?.['frameId'] === mainFrame) world = context.uniqueId
  })
  cdp.on('Runtime.executionContextsCleared', () => {
    world = undefined
  })
  cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === binding) events.message(decode(payload))
  })
  cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === mainFrame) events.navigatedInPage(fromWeb(url))
  })
  await cdp.send('Page.enable')
  const mainFrame = (await cdp.send('Page.getFrameTree')).frameTree.frame.id
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: binding, executionContextName: worldName })
  const scripts = scriptsOf(options)
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { worldName, source: scripts.preload })
  await catchWindows(page, events.windowOpened)
  page.on('load', () => {
    if (page.url() !== 'about:blank') events.loaded()
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) events.navigated(fromWeb(frame.url()))
  })
  page.on('crash', events.crashed)
  page.on('close', events.closed)
  return {
    page,
    cdp,
    deliver: async (text) => {
      if (world === undefined) return
      const expression = `${binding}Deliver(${JSON.stringify(text)})`
      await cdp.send('Runtime.evaluate', { expression, uniqueContextId: world }).catch(() => undefined)
    }
  }
}
