// Windows: each is a page of the one Chromium, with the visibility and the focus that the app gives it.
import { EventEmitter } from 'node:events'
import { appEvents, life } from './shell/app-state.ts'
import type { NativeImage } from './shell/images.ts'
import { preventable } from './strict.ts'
import { WebContents } from './web-contents.ts'

const windows = new Map<number, BrowserWindow>()
let lastId = 0
let focused: BrowserWindow | null = null
function giveFocus(window: BrowserWindow): void {
  focused = window
}

function refuseUnsafe({ nodeIntegration, contextIsolation, sandbox, partition, session }: Electron.WebPreferences) {
  if (nodeIntegration || contextIsolation === false || sandbox === false) {
    throw new Error('electron-host: only sandboxed, context-isolated windows are supported')
  }
  if (partition !== undefined || session !== undefined) {
    throw new Error('electron-host: windows have the default session only')
  }
}

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  #bounds: Electron.Rectangle
  #title: string
  #isVisible: boolean
  #isMinimized = false
  #told: Promise<unknown> = Promise.resolve()
  #isMaximized = false
  #isFullScreen = false
  #isDestroyed = false
  #wasReady = false
  #closing: Promise<void> | undefined
  hostOverlay: { image: NativeImage | null; description: string } | null = null
  hostIsFlashing = false
  /** On macOS that leaves an empty black space. */
  hostHidInFullScreen = false
  hostProgress = -1

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    if (!life.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const preferences = options.webPreferences ?? {}
    refuseUnsafe(preferences)
    this.#isVisible = options.show ?? true
    this.#title = options.title ?? life.name
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.webContents = new WebContents(preferences, this)
    windows.set(this.id, this)
    this.#fit()
    this.#followPages()
    appEvents.emit('web-contents-created', {}, this.webContents)
    appEvents.emit('browser-window-created', {}, this)
    if (this.#isVisible) this.focus()
  }
  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }
  static getFocusedWindow(): BrowserWindow | null {
    return focused
  }
  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ webContents }) => webContents === contents) ?? null
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url)
  }

  /** Tells the page what it looks like from outside, as Chromium tells it in Electron. */
  #tellPage(): void {
    const tell = ([isShown, hasFocus]: readonly [boolean, boolean]): void => {
      const before = document.visibilityState
      Object.defineProperty(document, 'visibilityState', { value: isShown ? 'visible' : 'hidden', configurable: true })
      Object.defineProperty(document, 'hidden', { value: !isShown, configurable: true })
      document.hasFocus = () => hasFocus
      if (before !== document.visibilityState) document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'))
    }
    // One after the other, each saying how it is by then: what is overtaken would bring an old state back.
    this.#told = this.#told
      .then(async () => {
        const { page } = await this.webContents.hostLink()
        await page.evaluate(tell, [!this.#isOutOfSight(), this.isFocused()] as const)
      })
      .catch(() => undefined)
  }
  #isOutOfSight(): boolean {
    return !this.#isVisible || this.#isMinimized
  }
  /** A page that is loaded while nobody sees the window does not know it by itself. */
  #followPages(): void {
    const follow = () => {
      if (this.#isOutOfSight()) this.#tellPage()
    }
    void this.webContents
      .hostLink()
      .then(({ page }) => page.on('domcontentloaded', follow))
      .catch(() => undefined)
  }
  #fit(): void {
    const { width, height } = this.#bounds
    const metrics = { width, height, deviceScaleFactor: 0, mobile: false }
    void this.webContents
      .hostLink()
      .then(({ cdp }) => cdp.send('Emulation.setDeviceMetricsOverride', metrics))
      .catch(() => undefined)
  }

  show(): void {
    const wasVisible = this.#isVisible
    this.#isVisible = true
    if (!wasVisible) this.emit('show')
    this.focus()
  }
  showInactive(): void {
    this.#isVisible = true
    this.emit('show')
    this.#tellPage()
  }
  hide(): void {
    this.hostHidInFullScreen ||= this.#isFullScreen
    const wasVisible = this.#isVisible
    this.#isVisible = false
    this.blur()
    if (wasVisible) this.emit('hide')
    this.#tellPage()
  }
  focus(): void {
    if (!this.#isVisible) return
    this.#isMinimized = false
    this.hostIsFlashing = false
    if (focused === this) return
    focused?.blur()
    giveFocus(this)
    this.emit('focus', {})
    appEvents.emit('browser-window-focus', {}, this)
    this.#tellPage()
  }
  blur(): void {
    if (focused !== this) return
    focused = null
    this.emit('blur', {})
    this.#tellPage()
  }
  minimize(): void {
    this.#isMinimized = true
    this.emit('minimize')
    this.blur()
    this.#tellPage()
  }
  restore(): void {
    this.#isMinimized = false
    this.emit('restore')
    this.#tellPage()
  }
  /** Shows the window, too, as Electron does. */
  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
    this.show()
  }
  unmaximize(): void {
    this.#isMaximized = false
    this.emit('unmaximize')
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isFocused(): boolean {
    return focused === this
  }
  isMinimized(): boolean {
    return this.#isMinimized
  }
  isMaximized(): boolean {
    return this.#isMaximized
  }
  setFullScreen(isWanted: boolean): void {
    if (isWanted === this.#isFullScreen) return
    // The system takes its time to go there and back.
    setTimeout(() => {
      this.#isFullScreen = isWanted
      this.emit(isWanted ? 'enter-full-screen' : 'leave-full-screen')
    }, 50)
  }
  isFullScreen(): boolean {
    return this.#isFullScreen
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#fit()
    this.emit('resize')
    this.emit('move')
  }
  setTitle(title: string): void {
    this.#title = title
  }
  getTitle(): string {
    return this.#title
  }
  setBackgroundColor(_color: string): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  setProgressBar(progress: number): void {
    this.hostProgress = progress
  }
  flashFrame(isFlashing: boolean): void {
    this.hostIsFlashing = isFlashing
  }
  setOverlayIcon(image: NativeImage | null, description: string): void {
    this.hostOverlay = { image, description }
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  close(): void {
    if (this.#isDestroyed || this.#closing) return
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    this.#closing ??= this.webContents
      .hostLink()
      .then(({ page }) => page.close())
      .then(() => this.hostPageClosed())
  }
  /** Resolves when a close has done its work, with whether the window is gone. */
  async hostClosed(): Promise<boolean> {
    await this.#closing
    return this.#isDestroyed
  }
  hostLoaded(): void {
    if (!this.#wasReady) this.emit('ready-to-show')
    this.#wasReady = true
    this.#tellPage()
  }
  hostTitled(title: string): void {
    const event = preventable({})
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }
  hostPageClosed(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    if (focused === this) focused = null
    windows.delete(this.id)
    this.emit('closed')
    if (windows.size === 0 && !life.isQuitting) appEvents.emit('host-last-window-closed')
  }
}
