// Signed links to stored files: whoever has the link may read that one file for about a week.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Ctx } from '../ctx.ts'
import { checkKey } from './storage-keys.ts'

export interface MediaFile {
  key: string
  mime: string
  /** When the link ends. */
  expires: Date
  /** It also opens a file that is withheld from everybody else. */
  opensWithheld: boolean
}

const purpose = 'media-link'
const withheldPurpose = 'withheld-media-link'
/** Milliseconds for which a link opens a withheld file. */
const withheldFor = 10 * 60_000
const day = 24 * 3600 * 1000
/** Longest file name in a link, percent-encoded: routers refuse longer parts of a path. */
const longestName = 240

/** The name as it travels: one part of a path, in one spelling of its accents, with its ending kept when it is cut. */
export function linkName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\\/]|\p{Cc}/gu, '_')
  const ending = /\.[\w-]{1,12}$/.exec(clean)?.[0] ?? ''
  let stem = Array.from(clean.slice(0, clean.length - ending.length))
  while (encodeURIComponent(stem.join('') + ending).length > longestName) stem = stem.slice(0, -1)
  const short = stem.join('') + ending
  // `.` and `..` would be resolved away by whoever opens the link.
  return /^\.*$/.test(short) ? 'file' : short
}

const encode = (expires: number, mime: string, key: string): string =>
  Buffer.from([expires.toString(36), mime.replaceAll(/[\r\n]/g, ''), checkKey(key)].join('\n')).toString('base64url')

/** The part of a link that names the file and proves that it may be read: `<token>/<name>`. */
export function publicPath(
  ctx: Pick<Ctx, 'secrets' | 'now'>,
  key: string,
  { name, mime }: { name: string; mime: string }
): string {
  const travelling = linkName(name)
  const expires = new Date((Math.floor(ctx.now().getTime() / day) + 8) * day)
  const payload = encode(Math.round(expires.getTime() / day), mime, key)
  const signature = ctx.secrets.sign(purpose, `${payload}/${travelling}`)
  return `${payload}.${signature}/${encodeURIComponent(travelling)}`
}

/**
 * The link to a stored file. It stays the same during a day (UTC), so that browsers keep what they fetched, and is
 * valid for seven more days.
 */
export const mediaUrl = (
  ctx: Pick<Ctx, 'config' | 'secrets' | 'now'>,
  key: string,
  file: { name: string; mime: string }
): string => `${ctx.config.publicUrl}${serverPaths.media}/${publicPath(ctx, key, file)}`

/** The link to a file that nobody else can open: for minutes, and made anew with every call. */
export function withheldUrl(
  ctx: Pick<Ctx, 'config' | 'secrets' | 'now'>,
  key: string,
  { name, mime }: { name: string; mime: string }
): string {
  const travelling = linkName(name)
  const payload = encode(ctx.now().getTime() + withheldFor, mime, key)
  const signature = ctx.secrets.sign(withheldPurpose, `${payload}/${travelling}`)
  return `${ctx.config.publicUrl}${serverPaths.media}/${payload}.${signature}/${encodeURIComponent(travelling)}`
}

/** What a link is for. `name` is the decoded last part of it. Errors: AppError ERR_MEDIA_LINK_INVALID. */
export function readMediaToken(ctx: Pick<Ctx, 'secrets' | 'now'>, token: string, name: string): MediaFile {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const signed = `${payload}/${name.normalize('NFC')}`
  const isPlain = ctx.secrets.verify(purpose, signed, signature)
  const opensWithheld = !isPlain && ctx.secrets.verify(withheldPurpose, signed, signature)
  if (rest.length > 0 || (!isPlain && !opensWithheld)) throw new AppError('ERR_MEDIA_LINK_INVALID')
  const [until = '', mime = '', key = ''] = Buffer.from(payload, 'base64url').toString().split('\n')
  const expires = new Date(Number.parseInt(until, 36) * (opensWithheld ? 1 : day))
  if (!(expires > ctx.now())) throw new AppError('ERR_MEDIA_LINK_INVALID')
  return { key, mime, expires, opensWithheld }
}
