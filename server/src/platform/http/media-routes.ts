// Serves stored files to whoever holds a signed link: whole or in ranges, and never as a page that can run code.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Ctx } from '../ctx.ts'
import { linkName, readMediaToken, type MediaFile } from '../storage/media-link.ts'
import { readRange } from './byte-range.ts'

/** Seconds for which a browser does not ask again: a file may be taken away from it. */
const freshFor = 600

const isShown = (mime: string): boolean =>
  /^(?:image|audio|video)\/|^application\/pdf$/.test(mime) && !/xml|svg/.test(mime)
/** Types a browser would run or render; their senders chose them. */
const isActive = (mime: string): boolean => /html|xml|svg|script|ecmascript|wasm|css|shockwave/.test(mime)

function typeOf(mime: string): string {
  const clean = mime.trim().toLowerCase()
  const isType = /^[a-z]+\/[\w.+-]{1,100}(?:; ?[\w-]+=[\w.,"-]{1,60})?$/.test(clean)
  if (!isType || isActive(clean)) return 'application/octet-stream'
  return /^text\/[^;]+$/.test(clean) ? `${clean}; charset=utf-8` : clean
}

function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Files never change under their key. */
const tagOf = (key: string, size: number): string =>
  `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}-${size.toString(36)}"`

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false

function describe(reply: FastifyReply, { mime, expires }: MediaFile, name: string, now: Date): void {
  const type = typeOf(mime)
  const seconds = Math.max(0, Math.floor((expires.getTime() - now.getTime()) / 1000))
  void reply.headers({
    'content-type': type,
    'content-disposition': dispositionOf(isShown(type) ? 'inline' : 'attachment', name),
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${Math.min(seconds, freshFor)}, immutable`,
    'x-content-type-options': 'nosniff',
    // Browsers refuse to show a PDF in a sandbox; its own viewer is one.
    'content-security-policy': `${type === 'application/pdf' ? "script-src 'none'" : "default-src 'none'; sandbox"}; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'cross-origin'
  })
}

/** Opens what is handed out; what the headers say of the file is not to be kept with the error that goes out instead. */
async function openFor(reply: FastifyReply, ctx: Ctx, key: string, range?: { start: number; end: number }) {
  try {
    return await ctx.storage.open(key, range)
  } catch (error) {
    for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges']) reply.removeHeader(name)
    void reply.header('cache-control', 'no-store')
    throw error
  }
}

/**
 * Adds `GET` and `HEAD` of both spellings of a link; the addresses are made by `mediaUrl` and `publicPath`.
 * A file that `isWithheld` says is to be shown to nobody is gone for whoever has a link of that kind.
 */
export function serveMedia(
  app: FastifyInstance,
  ctx: Ctx,
  isWithheld: (key: string, opensWithheld: boolean) => Promise<boolean>
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token = '', name = '' } = request.params as { token?: string; name?: string }
    const file = readMediaToken(ctx, token, name)
    if (await isWithheld(file.key, file.opensWithheld)) throw new AppError('ERR_MEDIA_GONE')
    const size = await ctx.storage.size(file.key)
    // Whoever has a link that we signed knows that the file was there.
    if (size === null) throw new AppError('ERR_MEDIA_GONE')
    const tag = tagOf(file.key, size)
    describe(reply, file, linkName(name), ctx.now())
    void reply.header('etag', tag)
    if (hasTag(request.headers['if-none-match'], tag)) return reply.status(304).send()

    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === tag
    const range = isSame && request.method === 'GET' ? readRange(request.headers.range, size) : 'whole'
    if (range === 'unsatisfiable') {
      return reply
        .status(416)
        .headers({ 'content-range': `bytes */${size}`, 'content-length': 0, 'cache-control': 'no-store' })
        .send()
    }
    if (range === 'whole') {
      void reply.header('content-length', size)
      return request.method === 'HEAD' ? reply.send() : reply.send(await openFor(reply, ctx, file.key))
    }
    const { start, end } = range
    void reply
      .status(206)
      .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    return reply.send(await openFor(reply, ctx, file.key, range))
  }
  for (const place of [serverPaths.media, serverPaths.public]) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `${place}/:token/:name`,
      exposeHeadRoute: false,
      schema: { hide: true },
      // A page of a conversation may show hundreds of them, and packing would break ranges.
      config: { rateLimit: false, hasSecretPath: true },
      compress: false,
      handler
    })
  }
}
