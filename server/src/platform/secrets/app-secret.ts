// The application secret: the configured one, or one made at the first start and kept in DATA_DIR; and those accepted besides.
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { BadConfiguration, type Config } from '../config/env.ts'

const secret = z.string().min(32)
const fileSchema = z.object({
  appSecret: secret,
  /** Of before a change; each until a moment (ISO 8601). */
  accepted: z.array(z.object({ secret, until: z.iso.datetime() })).default([])
})
export type SecretFile = z.output<typeof fileSchema>

export interface AppSecrets {
  /** Seals and signs. */
  current: string
  /** Open and verify besides. */
  accepted: string[]
}

export const secretFileOf = (dataDir: string): string => path.join(path.resolve(dataDir), 'secrets.json')

/** Null for no file. Errors: BadConfiguration. */
export async function readSecretFile(file: string): Promise<SecretFile | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new BadConfiguration(`APP_SECRET: the one kept in ${file} cannot be read (${(error as Error).message})`)
  }
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    // Making a new one would lock everybody out of what the old one encrypted.
    throw new BadConfiguration(`APP_SECRET: ${file} is damaged; restore it from a backup, or set APP_SECRET`)
  }
}

async function writeDraft(file: string, content: z.input<typeof fileSchema>): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(content)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}

/** Replaces the file as a whole: a crash leaves the one of before. */
export async function replaceSecretFile(file: string, content: SecretFile): Promise<void> {
  await rename(await writeDraft(file, content), file)
}

export const newAppSecret = (): string => randomBytes(48).toString('base64url')

async function makeSecretFile(file: string): Promise<SecretFile> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = await writeDraft(file, { appSecret: newAppSecret() })
  try {
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
  const made = await readSecretFile(file)
  if (made === null) throw new BadConfiguration(`APP_SECRET: could not be kept in ${file}`)
  return made
}

type Place = Pick<Config, 'appSecret' | 'acceptedSecrets' | 'dataDir'>

/** The secrets of this installation. Two starts at the same moment agree on one. Errors: BadConfiguration. */
export async function loadAppSecrets({ appSecret, acceptedSecrets, dataDir }: Place): Promise<AppSecrets> {
  if (appSecret !== undefined) return { current: appSecret, accepted: acceptedSecrets }
  const file = secretFileOf(dataDir)
  const kept = (await readSecretFile(file)) ?? (await makeSecretFile(file))
  const present = kept.accepted.filter(({ until }) => new Date(until) > new Date())
  return { current: kept.appSecret, accepted: [...present.map((old) => old.secret), ...acceptedSecrets] }
}
