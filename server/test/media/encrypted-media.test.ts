// Encrypted files as browsers get them: whole, in ranges, and broken off rather than wrong when the disk has spoiled them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mediaUrl } from '#platform/storage/media-link.ts'
import { makeCompany } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

const part = 1_048_576
const film = Buffer.alloc(3 * part + 5000, 'a film of some length ')

let app: TestApp
let key: string
let number = 0
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id } = await makeCompany(app)
  key = `c${id}/2026-11/film-${number++}.mp4`
  await app.ctx.storage.save(key, Readable.from([film]))
})

function get(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const link = mediaUrl(app.ctx, key, { name: 'film.mp4', mime: 'video/mp4' })
  return fetch(`${app.url}${new URL(link).pathname}`, { method, headers })
}
async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}

/** Changes a bit of this part, as it lies on the disk. */
function spoil(which: number): void {
  const path = join(app.ctx.config.dataDir, 'media/sealed', key)
  const bytes = readFileSync(path)
  const at = which * (part + 328) + 2000
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

test('a film has the size and tag of what was stored, and is there whole and from anywhere', async () => {
  const whole = await get()
  expect(whole.headers.get('content-length')).toBe(String(film.length))
  expect((await bytesOf(whole)).equals(film)).toBe(true)
  const head = await get({}, 'HEAD')
  expect(head.headers.get('content-length')).toBe(String(film.length))
  const tag = head.headers.get('etag') ?? ''
  expect((await get({ 'if-none-match': tag })).status).toBe(304)
  for (const [range, start, end] of [
    ['bytes=0-', 0, film.length],
    ['bytes=-100', film.length - 100, film.length],
    [`bytes=${part - 10}-${2 * part + 9}`, part - 10, 2 * part + 10]
  ] as const) {
    const answer = await get({ range, 'if-range': tag })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${film.length}`)
    expect((await bytesOf(answer)).equals(film.subarray(start, end))).toBe(true)
  }
})

test('a part that the disk has spoiled breaks the transfer off, and the other ranges are served', async () => {
  spoil(2)
  const answer = await get()
  expect(answer.status).toBe(200)
  await expect(bytesOf(answer)).rejects.toThrow()
  expect((await bytesOf(await get({ range: 'bytes=0-999' }))).equals(film.subarray(0, 1000))).toBe(true)
  const broken = await get({ range: `bytes=${2 * part + 5}-${2 * part + 9}` })
  expect(broken.status).toBe(500)
  expect(await broken.json()).toMatchObject({ error: 'ERR_FILE_DAMAGED' })
  await expect
    .poll(() => app.logged.filter((line) => line.includes('a stored file cannot be read') && line.includes(key)).length)
    .toBe(2)
})

test('of a file that is spoiled at its beginning nothing goes out but the error, which nobody keeps', async () => {
  spoil(0)
  const answer = await get()
  expect(answer.status).toBe(500)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBe(null)
  expect(await answer.json()).toMatchObject({ error: 'ERR_FILE_DAMAGED' })
})
