// Pictures, faces and voices at `app://bundle/media?of=<link>`: kept sealed on this computer, else the server's.
import { cachedMediaPath, largestCachedMedia } from '#bridge/snapshot-channels.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { isOwnUrl } from '../platform/own-page.ts'
import type { Send } from '../login/server-request.ts'

/** Nothing that could be a page: it comes from the console's own origin. */
const harmless = /^(?:image\/(?:jpeg|png|webp|gif)|audio\/[\w.+-]+|video\/(?:mp4|ogg))(?:;|$)/

interface Parts {
  kept: Pick<SnapshotStore, 'present' | 'readMedia' | 'writeMedia'>
  send: Send
  /** True for a stored file of the server in use. */
  isServerFile: (url: string) => boolean
  log: Log
}

interface Media {
  type: string
  bytes: Buffer
}

/** The server's own link of something that is shown by way of `app://bundle/media`. */
export function serverLink(url: string): string {
  const isOurs = isOwnUrl(url) && new URL(url).pathname === cachedMediaPath
  return (isOurs ? new URL(url).searchParams.get('of') : null) ?? url
}

/** What stays of a link while its signature changes from day to day: the file that it names. */
export function cachedMediaName(url: string): string {
  const { pathname } = new URL(url)
  const payload = /^\/media\/([\w-]+)\./.exec(pathname)?.[1]
  const [, ...file] = Buffer.from(payload ?? '', 'base64url')
    .toString()
    .split('\n')
  return file.length === 2 ? file.join('\n') : pathname
}

const pack = ({ type, bytes }: Media): Buffer => Buffer.concat([Buffer.from(`${type}\n`), bytes])
function unpack(packed: Buffer): Media {
  const end = packed.indexOf('\n')
  return { type: packed.subarray(0, end).toString(), bytes: packed.subarray(end + 1) }
}

const refused = (status: number) => new Response(null, { status })

/** The bytes that a player asks for; players ask for one range at a time. */
function rangeIn(header: string | null, size: number): { start: number; end: number } | null {
  const found = /^bytes=(\d+)-(\d*)$/.exec(header ?? '')
  if (!found) return null
  const [start, end] = [Number(found[1]), found[2] ? Number(found[2]) : size - 1]
  return start <= end && start < size ? { start, end: Math.min(end, size - 1) } : null
}

function answerWith({ type, bytes }: Media, range: string | null): Response {
  const headers = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'accept-ranges': 'bytes'
  }
  const part = rangeIn(range, bytes.length)
  if (part === null) return new Response(new Uint8Array(bytes), { headers })
  const { start, end } = part
  return new Response(new Uint8Array(bytes.subarray(start, end + 1)), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` }
  })
}

/** Answers requests for media; anything that is not a file of the server in use is refused. */
export function createCachedMedia({ kept, send, isServerFile, log }: Parts) {
  const fetchMedia = async (url: string): Promise<Media | null> => {
    const { status, type, body } = await send({ method: 'GET', url })
    if (status !== 200 || type === null || !harmless.test(type)) return null
    return { type, bytes: body }
  }
  return async (request: Request): Promise<Response> => {
    const url = serverLink(request.url)
    if (!isServerFile(url)) return refused(404)
    const range = request.headers.get('range')
    const name = cachedMediaName(url)
    const owner = await kept.present()
    const known = owner && (await kept.readMedia(owner, name))
    if (known) return answerWith(unpack(known), range)
    const media = await fetchMedia(url)
    if (media === null) return refused(502)
    if (owner && media.bytes.length <= largestCachedMedia) {
      kept.writeMedia(owner, name, pack(media)).catch((error: unknown) => log.warn('media not kept', factsOf(error)))
    }
    return answerWith(media, range)
  }
}
