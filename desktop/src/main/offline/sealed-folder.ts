// A folder of encrypted files: names and contents tell nothing, what was changed or moved is thrown away.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { factsOf, type Log } from '../platform/log.ts'

/** Says what a file is, and in which way it is sealed. */
const mark = Buffer.from('GK1\n')
const ivLength = 12
const tagLength = 16

export interface SealedFolder {
  /** Null when there is nothing that can be read. */
  read(name: string): Promise<Buffer | null>
  /** Everything that can be read, in no order. */
  readAll(): Promise<Buffer[]>
  /** Whole or not at all, also when the computer stops in between. */
  write(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  /** Bytes on the disk. */
  size(): Promise<number>
  /** Removes the oldest until the rest fits, and what was not written for longer than `age` milliseconds. */
  trim(mostBytes: number, age: number): Promise<void>
}

interface Parts {
  folder: string
  /** Where the folder belongs: a file that is put into another one cannot be read there. */
  place: string
  key: Buffer
  log: Log
}

/** Milliseconds after which a file that another program holds is read once more. */
const pause = 150

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
function seal(key: Buffer, place: string, bytes: Buffer): Buffer[] {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = [cipher.update(bytes), cipher.final()]
  return [mark, iv, ...sealed, cipher.getAuthTag()]
}

function unseal(key: Buffer, place: string, file: Buffer): Buffer {
  const start = mark.length + ivLength
  if (file.length < start + tagLength || !file.subarray(0, mark.length).equals(mark)) throw new Error('cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(mark.length, start), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place)).setAuthTag(file.subarray(-tagLength))
  return Buffer.concat([decipher.update(file.subarray(start, -tagLength)), decipher.final()])
}

/** A name that says nothing of what it names. */
export const plainName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40)

export function sealedFolder({ folder, place, key, log }: Parts): SealedFolder {
  const fileOf = (name: string): string => plainName(`${place}\n${name}`)
  /** Null also for a file that cannot be read now: a virus scanner lets go of it, and it may be the only copy. */
  const bytesOf = async (path: string): Promise<Buffer | null> => {
    try {
      return await readFile(path).catch(async (error: unknown) => {
        if (isMissing(error)) throw error
        await wait(pause)
        return readFile(path)
      })
    } catch (error) {
      if (!isMissing(error)) log.warn('kept file not read', factsOf(error))
      return null
    }
  }
  const unsealed = async (file: string): Promise<Buffer | null> => {
    const path = join(folder, file)
    const bytes = await bytesOf(path)
    if (bytes === null) return null
    try {
      return unseal(key, `${place}\n${file}`, bytes)
    } catch (error) {
      log.warn('kept file thrown away', factsOf(error))
      await rm(path, { force: true })
      return null
    }
  }
  const list = async () => {
    const names = await readdir(folder).catch(() => [])
    const found = await Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => null)
        return facts?.isFile() ? [{ name, bytes: facts.size, at: facts.mtimeMs }] : []
      })
    )
    return found.flat()
  }
  return {
    read: (name) => unsealed(fileOf(name)),
    readAll: async () => {
      const read = await Promise.all((await list()).map(({ name }) => unsealed(name)))
      return read.filter((bytes) => bytes !== null)
    },
    write: async (name, bytes) => {
      const file = fileOf(name)
      const path = join(folder, file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await open(`${path}.new`, 'w', 0o600)
      try {
        await handle.writev(seal(key, `${place}\n${file}`, bytes))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${path}.new`, path)
    },
    remove: async (name) => {
      await unlink(join(folder, fileOf(name))).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    size: async () => (await list()).reduce((sum, { bytes }) => sum + bytes, 0),
    trim: async (mostBytes, age) => {
      let room = mostBytes
      for (const { name, bytes, at } of (await list()).toSorted((a, b) => b.at - a.at)) {
        room -= bytes
        if (room < 0 || Date.now() - at > age) await rm(join(folder, name), { force: true })
      }
    }
  }
}
