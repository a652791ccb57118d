// The page of a window as the app's main process knows it.
import { EventEmitter } from 'node:events'
import type { Page } from 'playwright'
import { life } from './shell/app-state.ts'
import { browser, setNavigationPolicy, toWeb } from './chromium.ts'
import { createCodec } from './codec.ts'
import { downloadAddress, downloadOfPage } from './shell/downloads.ts'
import { handlerOf, ipcEvents } from './ipc-main.ts'
import { openPage, type PageLink } from './page-link.ts'
import { grantsFor, session, sessionEvents } from './shell/session.ts'
import { preventable } from './strict.ts'

const { encode } = createCodec()
let lastId = 0
const owners = new Map<Page, WebContents>()

const originOf = (url: string): string => /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i.exec(url)?.[1] ?? 'null'

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

/** What the window wants to hear of its page. */
export interface PageOwner {
  hostLoaded(): void
  hostTitled(title: string): void
  hostPageClosed(): void
}

export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly session = session.defaultSession
  readonly #link: Promise<PageLink>
  readonly #owner: PageOwner
  /** Addresses that the app itself is loading, which ask nobody. */
  readonly #own = new Set<string>()
  #url = ''
  #title = ''
  #zoom = 0
  #isDestroyed = false
  #open: OpenHandler | undefined

  constructor(options: Electron.WebPreferences, owner: PageOwner) {
    super()
    this.#owner = owner
    this.#link = this.#start(options)
    this.#link.catch((error: unknown) => {
      console.error('electron-host: a window failed', error)
      process.exit(70)
    })
  }

  async #start(options: Electron.WebPreferences): Promise<PageLink> {
    const link = await openPage(options, {
      message: (message) => void this.#receive(message),
      navigated: (url) => {
        this.#url = url
        this.emit('did-navigate', {}, url, 200, 'OK')
      },
      navigatedInPage: (url) => {
        this.#url = url
        this.emit('did-navigate-in-page', {}, url, true)
      },
      loaded: () => {
        this.emit('dom-ready', {})
        this.emit('did-finish-load', {})
        this.#owner.hostLoaded()
      },
      crashed: () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
      closed: () => {
        this.#isDestroyed = true
        this.#owner.hostPageClosed()
      },
      windowOpened: (url) => this.#windowOpened(url)
    })
    link.page.on('download', (download) => {
      downloadOfPage(sessionEvents, this, download, originOf(this.#url)).catch((error: unknown) =>
        console.error('electron-host: a download failed', error)
      )
    })
    owners.set(link.page, this)
    return link
  }

  #windowOpened(url: string): void {
    const referrer = { url: this.#url, policy: 'strict-origin-when-cross-origin' as const }
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' as const, referrer }
    if (this.#open?.(details).action === 'allow') {
      throw new Error('electron-host: child windows are not supported (setWindowOpenHandler must deny)')
    }
  }

  #event() {
    const url = this.#url
    const senderFrame = { url, origin: originOf(url), parent: null, top: null, detached: false }
    return { sender: this, senderFrame, processId: 1, frameId: 1, type: 'frame' }
  }

  async #receive(message: any): Promise<void> {
    if (message.type === 'title') {
      this.#title = message.title
      this.#owner.hostTitled(message.title)
    } else if (message.type === 'preload-error') this.emit('preload-error', {}, '', message.error)
    else if (message.type === 'send') ipcEvents.emit(message.channel, this.#event(), ...message.args)
    else await this.#answer(message)
  }

  async #answer({ id, channel, args }: { id: number; channel: string; args: unknown[] }): Promise<void> {
    const handler = handlerOf(channel)
    let reply: string
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      reply = encode({ type: 'reply', id, value: await handler(this.#event() as never, ...args) })
    } catch (error) {
      if (handler) console.error(`Error occurred in handler for '${channel}':`, error)
      reply = encode({ type: 'reply', id, error: `Error invoking remote method '${channel}': ${String(error)}` })
    }
    await (await this.#link).deliver(reply)
  }

  send(channel: string, ...args: any[]): void {
    const text = encode({ type: 'event', channel, args })
    void this.#link.then((link) => link.deliver(text))
  }

  async loadURL(url: string): Promise<void> {
    const { page } = await this.#link
    const web = toWeb(url)
    const { context } = await browser()
    const grants = await grantsFor(this, url)
    await context.clearPermissions()
    await context.grantPermissions(grants)
    this.#own.add(web)
    try {
      await page.goto(web, { waitUntil: 'load' })
    } catch (error) {
      // The app left while the page was loading.
      if (life.isQuitting || this.#isDestroyed) return
      this.emit('did-fail-load', {}, -2, String(error), url, true)
      throw new Error(`ERR_FAILED (-2) loading '${url}'`, { cause: error })
    } finally {
      this.#own.delete(web)
    }
  }
  reload(): void {
    void this.#link.then(async ({ page }) => {
      this.#own.add(page.url())
      await page.reload().catch(() => undefined)
      this.#own.delete(page.url())
    })
  }
  hostMayNavigate(url: string): boolean {
    if (this.#own.has(toWeb(url))) return true
    const event = preventable({ url, isSameDocument: false, isMainFrame: true, frame: null, initiator: null })
    this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }
  async hostLink(): Promise<PageLink> {
    return this.#link
  }
  downloadURL(url: string): void {
    downloadAddress(sessionEvents, this, url).catch((error: unknown) =>
      console.error('electron-host: a download failed', error)
    )
  }
  replaceMisspelling(word: string): void {
    void this.#link.then(({ page }) => page.keyboard.insertText(word))
  }
  copyImageAt(_x: number, _y: number): void {}
  getURL(): string {
    return this.#url
  }
  getTitle(): string {
    return this.#title
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  isLoading(): boolean {
    return this.#own.size > 0
  }
  getZoomLevel(): number {
    return this.#zoom
  }
  setZoomLevel(level: number): void {
    this.#zoom = level
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler
  }
  async executeJavaScript(code: string): Promise<any> {
    return (await this.#link).page.evaluate(code)
  }
  openDevTools(): void {}
  toggleDevTools(): void {}
}
undefined as unknown as WebContents satisfies Pick<
  Electron.WebContents,
  | 'id'
  | 'send'
  | 'loadURL'
  | 'reload'
  | 'downloadURL'
  | 'replaceMisspelling'
  | 'copyImageAt'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isLoading'
  | 'getZoomLevel'
  | 'setZoomLevel'
  | 'setWindowOpenHandler'
  | 'executeJavaScript'
  | 'openDevTools'
  | 'toggleDevTools'
>

setNavigationPolicy((page, url) => owners.get(page)?.hostMayNavigate(url) ?? true)
