// Downloads: announced to the app before the first byte, streamed with progress, cancelled on request.
import { EventEmitter } from 'node:events'
import { createWriteStream, mkdirSync, statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Download } from 'playwright'
import { pathOf } from './app-state.ts'
import { fromWeb } from '../chromium.ts'
import { preventable } from '../strict.ts'
import { dialog } from './system-parts.ts'

type State = 'progressing' | 'completed' | 'cancelled' | 'interrupted'

interface Facts {
  url: string
  name: string
  mime: string
  total: number
  initiator: string
}

export class DownloadItem extends EventEmitter {
  readonly #facts: Facts
  readonly hostStop = new AbortController()
  #state: State = 'progressing'
  #received = 0
  #options: Electron.SaveDialogOptions = {}
  savePath = ''

  constructor(facts: Facts) {
    super()
    this.#facts = facts
  }
  getURL(): string {
    return this.#facts.url
  }
  getFilename(): string {
    return this.#facts.name
  }
  getMimeType(): string {
    return this.#facts.mime
  }
  getInitiatorOrigin(): string {
    return this.#facts.initiator
  }
  getTotalBytes(): number {
    return this.#facts.total
  }
  getReceivedBytes(): number {
    return this.#received
  }
  getState(): State {
    return this.#state
  }
  setSavePath(path: string): void {
    this.savePath = path
  }
  getSavePath(): string {
    return this.savePath
  }
  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    this.#options = options
  }
  getSaveDialogOptions(): Electron.SaveDialogOptions {
    return this.#options
  }
  isPaused(): boolean {
    return false
  }
  cancel(): void {
    this.hostStop.abort()
    this.hostEnd('cancelled')
  }
  hostReceive(bytes: number): void {
    this.#received += bytes
    this.emit('updated', {}, 'progressing')
  }
  hostEnd(state: Exclude<State, 'progressing'>): void {
    if (this.#state !== 'progressing') return
    this.#state = state
    this.emit('done', {}, state)
  }
}
undefined as unknown as DownloadItem satisfies Pick<
  Electron.DownloadItem,
  | 'getURL'
  | 'getFilename'
  | 'getMimeType'
  | 'getInitiatorOrigin'
  | 'getTotalBytes'
  | 'getReceivedBytes'
  | 'getState'
  | 'setSavePath'
  | 'getSavePath'
  | 'setSaveDialogOptions'
  | 'getSaveDialogOptions'
  | 'isPaused'
  | 'cancel'
  | 'savePath'
>

/** Without a path the person is asked, as in Electron; a dialog that nobody answers cancels. */
async function placeOf(item: DownloadItem): Promise<string | null> {
  if (item.savePath !== '') return item.savePath
  const options = { defaultPath: join(pathOf('downloads'), item.getFilename()), ...item.getSaveDialogOptions() }
  const { canceled, filePath } = await dialog.showSaveDialog(options)
  return canceled ? null : filePath
}

/** Announces an item and, unless that is prevented, lets `write` bring its bytes to the chosen place. */
async function run(
  events: EventEmitter,
  webContents: unknown,
  item: DownloadItem,
  write: (path: string) => Promise<void>
): Promise<void> {
  const announcement = preventable({})
  events.emit('will-download', announcement, item, webContents)
  if (announcement.defaultPrevented) {
    item.hostStop.abort()
    return
  }
  const path = await placeOf(item)
  if (path === null || item.getState() !== 'progressing') return item.cancel()
  item.savePath = path
  mkdirSync(dirname(path), { recursive: true })
  try {
    await write(path)
    item.hostEnd('completed')
  } catch {
    await rm(path, { force: true })
    item.hostEnd('interrupted')
  }
}

/** The name in the words of the server; the one with every letter counts, wherever it stands. */
function nameIn(disposition: string | null, url: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="([^"]+)"/i.exec(disposition ?? '') ?? []
  const fromPath = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = encoded === undefined ? (plain ?? decodeURIComponent(fromPath)) : decodeURIComponent(encoded)
  return name.replaceAll(/[/\\]/g, '_')
}

/** Fetches an address into a file. */
export async function downloadAddress(
  events: EventEmitter,
  webContents: unknown,
  url: string,
  initiator = ''
): Promise<void> {
  const stop = new AbortController()
  const response = await fetch(url, { signal: stop.signal })
  const item = new DownloadItem({
    url,
    name: nameIn(response.headers.get('content-disposition'), url),
    mime: response.headers.get('content-type')?.split(';')[0] ?? '',
    total: Number(response.headers.get('content-length') ?? 0),
    initiator
  })
  item.hostStop.signal.addEventListener('abort', () => stop.abort())
  await run(events, webContents, item, async (path) => {
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`)
    const body = Readable.fromWeb(response.body as never)
    body.on('data', (chunk: Buffer) => item.hostReceive(chunk.length))
    await pipeline(body, createWriteStream(path))
  })
}

/** A download that the page began: Chromium has the bytes of a blob, everything else is fetched with progress. */
export async function downloadOfPage(
  events: EventEmitter,
  webContents: unknown,
  download: Download,
  initiator: string
): Promise<void> {
  const url = download.url().replace(/^(blob:)?(.*)$/s, (_, blob = '', rest: string) => blob + fromWeb(rest))
  if (/^https?:/.test(url)) {
    await download.cancel()
    return downloadAddress(events, webContents, url, initiator)
  }
  const bytes = await download.path()
  const total = statSync(bytes).size
  const item = new DownloadItem({ url, name: download.suggestedFilename(), mime: '', total, initiator })
  await run(events, webContents, item, async (path) => {
    item.hostReceive(total)
    await copyFile(bytes, path)
  })
}
