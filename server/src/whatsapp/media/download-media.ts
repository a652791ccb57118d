// Fetches a customer's file: streamed, decrypted on the way, verified at the end, from WhatsApp's hosts only.
import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { broken, type MediaSource, purposes } from './media-source.ts'

/** The file is not there (any more): the phone may upload it again. */
export class MediaGone extends Error {}

const macLength = 10
/** Claims of a sender are not trusted, but nothing may be endless. */
const absoluteLimit = 2 * 1024 ** 3
const defaultHost = 'mmg.whatsapp.net'

/** Whose files are fetched. */
export interface MediaHosts {
  whatsappUrl: string | undefined
  /** Hosts WhatsApp has named, with their ports. */
  hosts: string[]
}

/**
 * Where the file is. The sender wrote the address, so only WhatsApp's own hosts are asked, those it names for files, and
 * the machine the configured WhatsApp runs on. Errors: AppError ERR_MEDIA_BROKEN.
 */
function mediaUrl(source: MediaSource, places: MediaHosts): URL {
  const given = source.url && URL.canParse(source.url) ? new URL(source.url) : null
  const host = given?.host ?? places.hosts[0] ?? defaultHost
  const url = source.directPath ? new URL(`https://${host}${source.directPath}`) : given
  if (!url || !isTrusted(url, places)) throw broken('the file is at no place of WhatsApp')
  return url
}

/** Whether the place a source names is enough to fetch it: WhatsApp's hosts need not be known. */
export const namesTrustedHost = ({ url }: MediaSource, whatsappUrl: string | undefined): boolean =>
  url !== null && URL.canParse(url) && isTrusted(new URL(url), { whatsappUrl, hosts: [] })

function isTrusted(url: URL, { whatsappUrl, hosts }: MediaHosts): boolean {
  if (url.protocol !== 'https:') return false
  const isWhatsApp = url.hostname.endsWith('.whatsapp.net') && (url.port === '' || url.port === '443')
  if (isWhatsApp || hosts.some((host) => url.host === new URL(`https://${host}`).host)) return true
  return whatsappUrl !== undefined && url.hostname === new URL(whatsappUrl).hostname
}

/** Decrypts a file as it passes; the end fails unless the whole file is what its sender encrypted. */
function decryptMedia(source: MediaSource): Transform {
  const info = `WhatsApp ${purposes[source.type]} Keys`
  const keys = Buffer.from(hkdfSync('sha256', Buffer.from(source.mediaKey, 'base64'), Buffer.alloc(0), info, 112))
  const iv = keys.subarray(0, 16)
  const decipher = createDecipheriv('aes-256-cbc', keys.subarray(16, 48), iv)
  const mac = createHmac('sha256', keys.subarray(48, 80)).update(iv)
  const hash = createHash('sha256')
  const limit = Math.min(absoluteLimit, source.size ? source.size * 1.1 + 1024 ** 2 : absoluteLimit)
  let tail = Buffer.alloc(0)
  let received = 0

  const finish = (done: TransformCallback) => {
    if (tail.length !== macLength) return done(broken('the file is cut off'))
    if (!timingSafeEqual(mac.digest().subarray(0, macLength), tail)) return done(broken('the file was changed'))
    try {
      const last = decipher.final()
      const digest = hash.update(last).digest()
      if (source.fileSha256 && !digest.equals(Buffer.from(source.fileSha256, 'base64'))) {
        return done(broken('the file is not the one that was sent'))
      }
      return done(null, last.length > 0 ? last : undefined)
    } catch (error) {
      return done(broken('the file cannot be decrypted', error))
    }
  }

  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length
      if (received > limit) return done(broken('the file is longer than its sender claims'))
      // The last ten bytes are no content.
      const bytes = Buffer.concat([tail, chunk])
      const body = bytes.subarray(0, Math.max(0, bytes.length - macLength))
      tail = bytes.subarray(body.length)
      mac.update(body)
      const plain = decipher.update(body)
      hash.update(plain)
      return done(null, plain.length > 0 ? plain : undefined)
    },
    flush: finish
  })
}

export interface DownloadOptions extends MediaHosts {
  /** Milliseconds without a byte after which the host counts as dead. */
  patience: number
}

/** Bytes a second below which a download is given up, and what the smallest file gets, ms. */
const slowestDownload = 10_000
const leastTime = 120_000

/** Streams a file's content. Errors: MediaGone; AppError ERR_MEDIA_BROKEN, ERR_WAPP_DOWNLOAD_MEDIA, also on the stream. */
export async function downloadMedia(source: MediaSource, options: DownloadOptions): Promise<Readable> {
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(new Error('the media host is silent')), options.patience)
  const longest = AbortSignal.timeout(leastTime + Math.round(((source.size ?? 0) / slowestDownload) * 1000))
  const signal = AbortSignal.any([aborter.signal, longest])
  const failed = (cause: unknown) => new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause })
  const response = await fetchTrusted(mediaUrl(source, options), options, signal).catch((error: unknown) => {
    clearTimeout(timer)
    throw error instanceof AppError ? error : failed(error)
  })
  if (!response.ok || !response.body) {
    clearTimeout(timer)
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) throw new MediaGone(`status ${response.status}`)
    throw failed(new Error(`status ${response.status}`))
  }
  const encrypted = Readable.fromWeb(response.body)
  const plain = decryptMedia(source)
  const stop = () => clearTimeout(timer)
  encrypted.on('data', () => timer.refresh())
  encrypted.on('end', stop)
  encrypted.on('error', (error) => plain.destroy(failed(error)))
  plain.on('close', () => {
    stop()
    aborter.abort()
    encrypted.destroy()
  })
  return encrypted.pipe(plain)
}

async function fetchTrusted(start: URL, places: MediaHosts, signal: AbortSignal): Promise<Response> {
  let url = start
  for (let hop = 0; hop < 4; hop++) {
    const response = await fetch(url, { signal, redirect: 'manual', headers: { Origin: 'https://web.whatsapp.com' } })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return response
    await response.body?.cancel()
    url = new URL(location, url)
    if (!isTrusted(url, places)) throw broken('the file was moved away from WhatsApp')
  }
  throw broken('the file is moved round in circles')
}

const avatarLimit = 5 * 1024 ** 2

/** Fetches a small public file, such as a profile picture, where WhatsApp says it is; null when it is not there. */
export async function fetchAvatar(address: string, whatsappUrl: string | undefined): Promise<Buffer | null> {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const places = { whatsappUrl, hosts: [url.host] }
  if (!isTrusted(url, places)) return null
  const response = await fetchTrusted(url, places, AbortSignal.timeout(20_000))
  if (!response.ok || Number(response.headers.get('content-length')) > avatarLimit) {
    await response.body?.cancel()
    return null
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  return bytes.length > avatarLimit ? null : bytes
}
