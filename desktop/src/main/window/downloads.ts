// Files on their way to this computer: from the server in use or the console itself, saved under a safe, free name.
import { app, shell, type DownloadItem, type Session } from 'electron'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Download } from '#bridge/download-channels.ts'
import type { Log } from '../platform/log.ts'

/** Downloads that the list remembers. */
const mostListed = 50
/** Milliseconds between two words about the progress of one. */
const pace = 150

/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A name that every system takes and that stays in its folder. */
export function safeName(name: string): string {
  const flat = name
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '')
  const { name: stem, ext } = parse(flat === '' ? 'arquivo' : flat)
  const ending = ext.slice(0, 20)
  return `${devices.test(stem) ? '_' : ''}${stem.slice(0, 150)}${ending}`
}

/** A path in the folder that no file has: `nota.pdf`, `nota (2).pdf` … */
export function freePath(folder: string, name: string, isTaken: (path: string) => boolean = existsSync): string {
  const { name: stem, ext } = parse(safeName(name))
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? stem + ext : `${stem} (${number})${ext}`)
    if (!isTaken(path)) return path
  }
}

const states = { progressing: 'running', completed: 'done', cancelled: 'cancelled', interrupted: 'failed' } as const

interface Parts {
  /** Whether a file from this address may be saved; `initiator` is the origin that asked for it, empty for the shell. */
  mayDownload: (url: string, initiator: string) => boolean
  askWhereToSave: () => boolean
  onChange(download: Download): void
  /** 0 to 1 over everything that is running, or -1. */
  onProgress(fraction: number): void
  log: Log
}

export interface Downloads {
  list(): Download[]
  cancel(id: string): void
  show(id: string): void
}

export function watchDownloads(session: Session, parts: Parts): Downloads {
  const items = new Map<string, { item: DownloadItem; download: Download }>()
  /** Paths that were promised and are not written yet. */
  const promised = new Set<string>()

  const progress = (): void => {
    const running = [...items.values()].map(({ download }) => download).filter(({ state }) => state === 'running')
    const total = running.reduce((sum, one) => sum + one.total, 0)
    const received = running.reduce((sum, one) => sum + Math.min(one.received, one.total), 0)
    parts.onProgress(running.length === 0 ? -1 : total === 0 ? 0 : received / total)
  }
  const remember = (item: DownloadItem): string => {
    const id = randomUUID()
    const [oldest] = [...items].filter(([, { download }]) => download.state !== 'running').map(([key]) => key)
    if (items.size >= mostListed && oldest !== undefined) items.delete(oldest)
    const name = safeName(item.getFilename())
    items.set(id, { item, download: { id, name, received: 0, total: item.getTotalBytes(), state: 'running' } })
    return id
  }
  const refresh = (id: string): void => {
    const entry = items.get(id)
    if (!entry) return
    const { item } = entry
    const path = item.getSavePath()
    entry.download = {
      id,
      name: path === '' ? entry.download.name : parse(path).base,
      received: item.getReceivedBytes(),
      total: item.getTotalBytes(),
      state: states[item.getState()]
    }
    parts.onChange(entry.download)
    progress()
  }

  session.on('will-download', (event, item) => {
    if (!parts.mayDownload(item.getURL(), item.getInitiatorOrigin())) {
      event.preventDefault()
      parts.log.warn('download refused', { url: item.getURL() })
      return
    }
    const path = freePath(app.getPath('downloads'), item.getFilename(), (one) => promised.has(one) || existsSync(one))
    if (parts.askWhereToSave()) item.setSaveDialogOptions({ defaultPath: path })
    else {
      promised.add(path)
      item.setSavePath(path)
    }
    const id = remember(item)
    let toldAt = 0
    item.on('updated', () => {
      if (Date.now() - toldAt < pace) return
      toldAt = Date.now()
      refresh(id)
    })
    item.once('done', () => {
      promised.delete(path)
      refresh(id)
    })
    refresh(id)
  })
  return {
    list: () => [...items.values()].map(({ download }) => download),
    cancel: (id) => items.get(id)?.item.cancel(),
    show: (id) => {
      const entry = items.get(id)
      if (entry?.download.state === 'done') shell.showItemInFolder(entry.item.getSavePath())
    }
  }
}
