// Stored files over HTTP: only with a valid link, whole or in ranges, and never as something that runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/env.ts'
import type { Ctx } from '../ctx.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { linkName, mediaUrl, readMediaToken, withheldUrl } from '../storage/media-link.ts'
import { readRange } from './byte-range.ts'
import { createHttpServer } from './http-server.ts'
import { serveMedia } from './media-routes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'guiche-media-'))
const bytes = Buffer.from(Uint8Array.from({ length: 10_000 }, (_, n) => (n * 7) & 255))
const key = 'c1/2026-11/photo.jpg'
const withheld = 'c1/2026-11/withheld.jpg'
const day = 24 * 3600 * 1000
const noon = new Date('2026-11-21T12:00:00Z')
let now = noon
let app: FastifyInstance
let ctx: Ctx

beforeAll(async () => {
  // A server that others reach has to be told that its payments are simulated.
  const payments = { PIX_PROVIDER: 'sandbox', CHECKOUT_PROVIDER: 'sandbox' }
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://desk.example.com', ...payments })
  const storage = await createDiskStorage(folder)
  const secrets = createSecrets('a secret for tests that is long enough')
  ctx = { config, storage, secrets, now: () => now } as unknown as Ctx
  await storage.save(key, Readable.from([bytes]))
  await storage.save(withheld, Readable.from([bytes]))
  await storage.save('c1/2026-11/empty.bin', Readable.from([]))
  app = await createHttpServer({
    config,
    log: pino({ level: 'silent' }),
    loginOf: () => null,
    personOfDevice: () => null,
    frames: '',
    isSignedIn: async () => false
  })
  serveMedia(app, ctx, async (one, opensWithheld) => one === withheld && !opensWithheld)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function pathOf(file: { key?: string; name?: string; mime?: string } = {}): string {
  const { name = 'foto.jpg', mime = 'image/jpeg' } = file
  return mediaUrl(ctx, file.key ?? key, { name, mime }).replace('https://desk.example.com', '')
}
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

test('a link serves the file with what browsers need to keep and show it', async () => {
  now = noon
  const answer = await get(pathOf({ name: 'férias "2026".jpg' }))
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '10000',
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=600, immutable`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `inline; filename="f_rias _2026_.jpg"; filename*=UTF-8''f%C3%A9rias%20%222026%22.jpg`
  })
})

test('of a file that is damaged an error goes out, which no browser keeps as the file', async () => {
  const { storage } = ctx
  const open = () => Promise.reject(new AppError('ERR_FILE_DAMAGED'))
  Object.assign(ctx, { storage: { ...storage, open } })
  for (const headers of [{}, { range: 'bytes=5-9' }] as Record<string, string>[]) {
    const answer = await get(pathOf(), headers)
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'ERR_FILE_DAMAGED' })
    expect(answer.headers['cache-control']).toBe('no-store')
    for (const name of ['etag', 'content-range', 'content-disposition']) expect(answer.headers).not.toHaveProperty(name)
  }
  Object.assign(ctx, { storage })
})

test('a file the browser has is not sent again', async () => {
  const { headers } = await get(pathOf())
  const again = await get(pathOf(), { 'if-none-match': `"other", ${headers.etag}` })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
  expect((await get(pathOf(), { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('HEAD answers like GET without the file', async () => {
  const answer = await get(pathOf(), {}, 'HEAD')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe('10000')
  expect(answer.rawPayload).toHaveLength(0)
})

test.each([
  { range: 'bytes=0-99', status: 206, content: 'bytes 0-99/10000', part: bytes.subarray(0, 100) },
  { range: 'bytes=9900-', status: 206, content: 'bytes 9900-9999/10000', part: bytes.subarray(9900) },
  { range: 'bytes=-100', status: 206, content: 'bytes 9900-9999/10000', part: bytes.subarray(9900) },
  { range: 'bytes=-20000', status: 206, content: 'bytes 0-9999/10000', part: bytes },
  { range: 'bytes=9999-20000', status: 206, content: 'bytes 9999-9999/10000', part: bytes.subarray(9999) },
  { range: 'bytes=10000-', status: 416, content: 'bytes */10000', part: Buffer.alloc(0) },
  { range: 'bytes=-0', status: 416, content: 'bytes */10000', part: Buffer.alloc(0) },
  { range: 'bytes=5-1', status: 200, content: undefined, part: bytes },
  { range: 'bytes=0-1,5-6', status: 200, content: undefined, part: bytes },
  { range: 'lines=0-1', status: 200, content: undefined, part: bytes }
])('the range $range is answered with $status', async ({ range, status, content, part }) => {
  const answer = await get(pathOf(), { range })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-range']).toBe(content)
  expect(answer.headers['content-length']).toBe(String(part.length))
  expect(answer.rawPayload.equals(part)).toBe(true)
})

test('a range of another version of the file is answered with the whole file', async () => {
  const { headers } = await get(pathOf())
  expect((await get(pathOf(), { range: 'bytes=0-9', 'if-range': String(headers.etag) })).statusCode).toBe(206)
  expect((await get(pathOf(), { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
})

test('an empty file is served, and no range of it', async () => {
  const url = pathOf({ key: 'c1/2026-11/empty.bin' })
  expect(await get(url)).toMatchObject({ statusCode: 200, body: '' })
  expect((await get(url, { range: 'bytes=0-' })).statusCode).toBe(416)
  expect(readRange('bytes=-5', 0)).toBe('unsatisfiable')
})

test.each([
  { mime: 'application/pdf', type: 'application/pdf', shown: 'inline' },
  { mime: 'audio/ogg; codecs=opus', type: 'audio/ogg; codecs=opus', shown: 'inline' },
  { mime: 'video/mp4', type: 'video/mp4', shown: 'inline' },
  { mime: 'text/html', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'image/svg+xml', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'application/xhtml+xml', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'text/javascript', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'text/plain', type: 'text/plain; charset=utf-8', shown: 'attachment' },
  { mime: 'IMAGE/PNG', type: 'image/png', shown: 'inline' },
  { mime: 'image/png\r\nset-cookie: a=b', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'nonsense', type: 'application/octet-stream', shown: 'attachment' },
  { mime: 'image/png, text/html', type: 'application/octet-stream', shown: 'attachment' }
])('$mime is served as $type, $shown', async ({ mime, type, shown }) => {
  const { headers, statusCode } = await get(pathOf({ mime }))
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe(type)
  expect(String(headers['content-disposition']).split(';')[0]).toBe(shown)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['set-cookie']).toBe(undefined)
})

test('a large text is not packed, so that its ranges stay true', async () => {
  const { headers } = await get(pathOf({ mime: 'text/plain' }), { 'accept-encoding': 'gzip, br' })
  expect(headers['content-encoding']).toBe(undefined)
})

test('whoever changes a link in any place gets nothing', async () => {
  const [, , token = '', name = ''] = pathOf().split('/')
  const [payload = '', signature = ''] = token.split('.')
  const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('photo', 'other')).toString(
    'base64url'
  )
  const bad = [
    `/media/${forged}.${signature}/${name}`,
    `/media/${payload}.${signature.slice(0, -1)}/${name}`,
    `/media/${payload}.${signature}x/${name}`,
    `/media/${payload}/${name}`,
    `/media/${payload}.${signature}.x/${name}`,
    `/media/${payload}.${signature}/page.html`,
    `/media/x/${name}`,
    `/media/${payload}./${name}`
  ]
  for (const url of bad) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, { error: 'ERR_MEDIA_LINK_INVALID' }])
  }
})

test('a link stays the same for a day and works for seven days more', async () => {
  now = new Date('2026-11-21T00:00:00Z')
  const url = pathOf()
  now = new Date('2026-11-21T23:59:59.999Z')
  expect(pathOf()).toBe(url)
  now = new Date(now.getTime() + 7 * day)
  expect((await get(url)).statusCode).toBe(200)
  now = new Date('2026-11-29T00:00:00Z')
  expect((await get(url)).json()).toEqual({ error: 'ERR_MEDIA_LINK_INVALID' })
  now = new Date('2026-11-22T00:00:00Z')
  expect(pathOf()).not.toBe(url)
  now = noon
})

test('a file that is withheld opens with a link made for that alone, and for minutes', async () => {
  const plain = await get(pathOf({ key: withheld }))
  expect([plain.statusCode, plain.json()]).toEqual([410, { error: 'ERR_MEDIA_GONE' }])
  const known = await get(pathOf({ key: withheld }), { 'if-none-match': '*' })
  expect(known.statusCode).toBe(410)
  const url = withheldUrl(ctx, withheld, { name: 'foto.jpg', mime: 'image/jpeg' }).replace(
    'https://desk.example.com',
    ''
  )
  expect((await get(url)).rawPayload.equals(bytes)).toBe(true)
  now = new Date(now.getTime() + 11 * 60_000)
  expect((await get(url)).json()).toEqual({ error: 'ERR_MEDIA_LINK_INVALID' })
})

test('a file that was removed is gone, which is no secret to whoever has its link', async () => {
  const answer = await get(pathOf({ key: 'c1/2026-11/gone.jpg' }))
  expect([answer.statusCode, answer.json()]).toEqual([410, { error: 'ERR_MEDIA_GONE' }])
})

test.each([
  { name: 'relatório ção.pdf', becomes: 'relatório ção.pdf' },
  { name: 'cafe\u0301.txt', becomes: 'café.txt' },
  { name: '../../etc/passwd', becomes: '.._.._etc_passwd' },
  { name: 'a\\b\r\nc.txt', becomes: 'a_b__c.txt' },
  { name: '..', becomes: 'file' },
  { name: '', becomes: 'file' },
  { name: '100% ? # & = +.png', becomes: '100% ? # & = +.png' },
  { name: 'broken \ud800.png', becomes: 'broken \ufffd.png' },
  { name: `${'🎉'.repeat(75)}.png`, becomes: `${'🎉'.repeat(19)}.png` }
])('a file named $name travels as $becomes', async ({ name, becomes }) => {
  expect(linkName(name)).toBe(becomes)
  const address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}${pathOf({ name })}`
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''")
  await answer.arrayBuffer()
})

test('the token of one installation is worth nothing in another', () => {
  const [, , token = '', name = ''] = pathOf().split('/')
  const other = { ...ctx, secrets: createSecrets('another secret for tests, long enough') }
  expect(readMediaToken(ctx, token, name).key).toBe(key)
  expect(() => readMediaToken(other, token, name)).toThrow('ERR_MEDIA_LINK_INVALID')
})
