// The application secret: the configured one, or one made at the first start and kept in DATA_DIR.
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { BadConfiguration, type Config } from '../config/env.ts'

const fileSchema = z.object({ appSecret: z.string().min(32) })

async function read(file: string): Promise<string | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new BadConfiguration(`APP_SECRET: the one kept in ${file} cannot be read (${(error as Error).message})`)
  }
  try {
    return fileSchema.parse(JSON.parse(text)).appSecret
  } catch {
    // Making a new one would lock everybody out of what the old one encrypted.
    throw new BadConfiguration(`APP_SECRET: ${file} is damaged; restore it from a backup, or set APP_SECRET`)
  }
}

/** The secret of this installation. Two starts at the same moment agree on one. Errors: BadConfiguration. */
export async function loadAppSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret !== undefined) return appSecret
  const folder = path.resolve(dataDir)
  const file = path.join(folder, 'secrets.json')
  const kept = await read(file)
  if (kept !== null) return kept

  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify({ appSecret: randomBytes(48).toString('base64url') })}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // A link and not a rename: it never replaces the secret another start has made meanwhile.
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      // A file system without hard links.
      if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) return rename(draft, file)
      throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const made = await read(file)
  if (made === null) throw new BadConfiguration(`APP_SECRET: could not be kept in ${file}`)
  return made
}
