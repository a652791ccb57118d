// Files on disk, one folder for all: written beside their place, flushed, then renamed into it.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createMeter } from './meter.ts'
import { checkKey, isKey } from './storage-keys.ts'
import type { Storage } from './storage.ts'

/** Milliseconds without a new byte after which an upload is dead. Another node may be writing into the same folder. */
const deadAfter = 15 * 60_000

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

function fromDisk(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '')
    ? new AppError('ERR_STORAGE_FULL', { cause: error })
    : error
}

/** A rename is only safe against a power cut once its folder is flushed too. */
async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeDead(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > deadAfter) await rm(file, { force: true })
  }
}

/** Opens the storage in `folder`, which is made if missing, and removes what interrupted uploads left there. */
export async function createDiskStorage(folder: string): Promise<Storage> {
  const incoming = path.join(folder, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeDead(incoming)
  let sweptAt = Date.now()
  // Nothing of anybody is left for long by a process that was killed in the middle of a file.
  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < deadAfter) return
    sweptAt = Date.now()
    await removeDead(incoming)
  }
  const fileOf = (key: string) => path.join(folder, checkKey(key))

  const sizeOf = async (key: string): Promise<number | null> => {
    try {
      const found = await stat(fileOf(key))
      return found.isFile() ? found.size : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function* list(): AsyncIterable<string> {
    for await (const entry of await opendir(folder, { recursive: true })) {
      const key = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')
      // Drafts, and what the system leaves in folders, are no files of ours.
      if (entry.isFile() && isKey(key)) yield key
    }
  }

  return {
    save: async (key, source, limit) => {
      const file = fileOf(key)
      const draft = path.join(incoming, randomUUID())
      const meter = createMeter(limit)
      try {
        await sweep()
        await pipeline(source, meter, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await rename(draft, file)
        await flushFolder(path.dirname(file))
      } catch (error) {
        source.destroy()
        await rm(draft, { force: true })
        throw fromDisk(error)
      }
      return { key, size: meter.bytes }
    },
    open: async (key, range) => {
      if ((await sizeOf(key)) === null) throw new AppError('ERR_NOT_FOUND')
      try {
        // Opened before it is handed out, so that a file removed meanwhile is an error here and not in the stream.
        const handle = await open(fileOf(key), 'r')
        return handle.createReadStream(range ?? {})
      } catch (error) {
        throw isMissing(error) ? new AppError('ERR_NOT_FOUND') : error
      }
    },
    size: sizeOf,
    list,
    sizes: async function* () {
      for await (const key of list()) {
        const size = await sizeOf(key)
        if (size !== null) yield { key, size }
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    removeFolder: (name) => rm(fileOf(name), { recursive: true, force: true })
  }
}
