// What browsers are told of the console's files: how long they keep each, and which paths are the page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './serve-console.ts'

const home = mkdtempSync(join(tmpdir(), 'guiche-console-'))
const root = `${home}/console/`
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(`${root}assets`, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"secret":true}')
  writeFileSync(`${root}index.html`, '<title>Guichê</title>')
  writeFileSync(`${root}service-worker.js`, 'export {}')
  writeFileSync(`${root}icon.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(`${root}assets/index-BxHmRqR9.js`, 'export {}')
  app = fastify()
  await serveConsole(app, root)
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})

async function get(url: string) {
  const { statusCode, headers, body } = await app.inject({ url })
  return { status: statusCode, type: headers['content-type'], caching: headers['cache-control'], body }
}

test.each(['/console/', '/console/tickets/7', '/console/index.html', '/console/no-such-file.svg'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const { status, type, caching, body } = await get(path)
    expect({ status, type, caching }).toEqual({ status: 200, type: 'text/html; charset=utf-8', caching: 'no-cache' })
    expect(body).toContain('Guichê')
  }
)

test('the service worker is asked for anew each time', async () => {
  const { type, caching } = await get('/console/service-worker.js')
  expect({ type, caching }).toEqual({ type: 'application/javascript; charset=utf-8', caching: 'no-cache' })
})

test('what carries its content in its name is kept for good, the icon for a day', async () => {
  const script = await get('/console/assets/index-BxHmRqR9.js')
  expect(script).toMatchObject({ status: 200, caching: 'public, max-age=31536000, immutable', body: 'export {}' })
  const icon = await get('/console/icon.svg')
  expect(icon).toMatchObject({ status: 200, type: 'image/svg+xml', caching: 'public, max-age=86400' })
})

test('a file of an older build is missing instead of being the page, and other addresses are no pages', async () => {
  const gone = { status: 404, type: 'application/json; charset=utf-8', body: '{"error":"ERR_NOT_FOUND"}' }
  expect(await get('/console/assets/index-older.js')).toMatchObject(gone)
  expect(await get('/elsewhere')).toMatchObject(gone)
  expect(await app.inject({ url: '/' })).toMatchObject({ statusCode: 302, headers: { location: '/console/' } })
})

test.each(['/console/../package.json', '/console/%2e%2e/package.json', '/console/..%2fpackage.json'])(
  '%s leads out of the folder nowhere',
  async (path) => {
    expect((await get(path)).body).not.toContain('secret')
  }
)
