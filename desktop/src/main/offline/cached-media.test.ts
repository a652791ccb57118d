// Pictures and voices that a conversation shows: kept for whoever is signed in, there without the server, and never a page.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { largestCachedMedia } from '#bridge/snapshot-channels.ts'
import { createSnapshotStore } from './snapshot-store.ts'
import { createCachedMedia, serverLink } from './cached-media.ts'
import { memoryStorage, type SecretStorage } from '../login/secret-storage.ts'
import { createSecureStore } from '../login/secure-store.ts'
import { memoryLog } from '../testing/memory-settings.ts'

const desk = 'https://desk.example'
const ana = { companyId: 1, userId: 1 }
const bia = { companyId: 1, userId: 2 }
/** As the server makes it: what expires, what it is, which file, and a signature that is another one every day. */
const link = (key: string, day: string): string =>
  `${desk}/media/${Buffer.from([day, 'image/png', key].join('\n')).toString('base64url')}.signed-${day}/foto.png`

async function build() {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-media-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = memoryLog()
  const place: SecretStorage = { ...memoryStorage(), kind: 'keychain' }
  const kept = createSnapshotStore({ folder, server: () => desk, secrets: createSecureStore([place], log), log })
  await kept.signedIn(ana)
  const server = { isAway: false, type: 'image/png' as string | null, body: Buffer.from('0123456789'), asked: 0 }
  const answer = createCachedMedia({
    kept,
    log,
    isServerFile: (url) => url.startsWith(`${desk}/media/`),
    send: async () => {
      server.asked++
      const rest = { cookies: [], location: null, failure: null }
      if (server.isAway) return { ...rest, status: 0, body: Buffer.alloc(0), type: null }
      return { ...rest, status: 200, body: server.body, type: server.type }
    }
  })
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const found = await answer(new Request(`app://bundle/media?of=${encodeURIComponent(url)}`, { headers }))
    return { status: found.status, headers: found.headers, text: await found.text() }
  }
  /** Everything that was begun before has come to an end. */
  const settle = () => kept.present()
  const disk = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
      .join('\n')
  return { kept, server, get, settle, disk }
}

test('what was seen is there without the server, also under the link of another day, and unreadable on the disk', async () => {
  const { server, get, settle, disk } = await build()
  expect(await get(link('bolo', 'a'))).toMatchObject({ status: 200, text: '0123456789' })
  await settle()
  server.isAway = true
  const again = await get(link('bolo', 'b'))
  expect(again).toMatchObject({ status: 200, text: '0123456789' })
  expect(again.headers.get('content-type')).toBe('image/png')
  expect((await get(link('broa', 'b'))).status).toBe(502)
  expect(server.asked).toBe(2)
  expect(disk()).not.toMatch(/0123456789|bolo|image\/png/)
})

test('a player gets the piece that it asks for', async () => {
  const { get } = await build()
  const piece = await get(link('voz', 'a'), { range: 'bytes=2-4' })
  expect(piece).toMatchObject({ status: 206, text: '234' })
  expect(piece.headers.get('content-range')).toBe('bytes 2-4/10')
  expect(await get(link('voz', 'a'), { range: 'bytes=7-' })).toMatchObject({ status: 206, text: '789' })
  expect(await get(link('voz', 'a'), { range: 'bytes=99-' })).toMatchObject({ status: 200, text: '0123456789' })
})

test.each(['text/html', 'image/svg+xml', 'application/javascript', 'application/pdf', null])(
  '%s is nothing that a conversation shows: it would come from the console’s own origin',
  async (type) => {
    const { server, get } = await build()
    server.type = type
    expect(await get(link('x', 'a'))).toMatchObject({ status: 502, text: '' })
  }
)

test('what is shown can run nothing, whatever it says it is', async () => {
  const { headers } = await (await build()).get(link('x', 'a'))
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('nobody but the server in use is asked', async () => {
  const { server, get } = await build()
  for (const url of ['https://evil.example/media/x', `${desk}/users`, 'file:///etc/passwd', '']) {
    expect((await get(url)).status, url).toBe(404)
  }
  expect(server.asked).toBe(0)
})

test('it goes with its owner, at the end of the login and when somebody else comes', async () => {
  const { kept, server, get, settle } = await build()
  await get(link('bolo', 'a'))
  await settle()
  await kept.signedIn(bia)
  server.isAway = true
  expect((await get(link('bolo', 'a'))).status).toBe(502)
  server.isAway = false
  await get(link('bolo', 'a'))
  await settle()
  await kept.signedOut()
  server.isAway = true
  expect((await get(link('bolo', 'a'))).status).toBe(502)
})

test('what is too large to be kept is shown all the same', async () => {
  const { server, get, settle } = await build()
  server.body = Buffer.alloc(largestCachedMedia + 1)
  expect((await get(link('filme', 'a'))).status).toBe(200)
  await settle()
  server.isAway = true
  expect((await get(link('filme', 'a'))).status).toBe(502)
})

test('saving goes by the server’s own link', () => {
  const own = link('bolo', 'a')
  expect(serverLink(`app://bundle/media?of=${encodeURIComponent(own)}`)).toBe(own)
  expect(serverLink(own)).toBe(own)
  expect(serverLink('app://bundle/assets/a.png')).toBe('app://bundle/assets/a.png')
})
