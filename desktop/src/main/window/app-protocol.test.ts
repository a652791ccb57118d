// The console's own files: what is served, what is refused, and the policy that comes with the page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAppHandler, fileOf } from './app-protocol.ts'
import { contentPolicy } from './content-policy.ts'

const root = mkdtempSync(join(tmpdir(), 'guiche-protocol-'))
const folder = join(root, 'console')
const media = async (request: Request) => new Response(new URL(request.url).searchParams.get('of'))
const handle = createAppHandler(folder, () => contentPolicy(['https://desk.example']), media)
const get = (path: string, init?: RequestInit) => handle(new Request(`app://bundle${path}`, init))

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(root, 'console-secret'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>page')
  writeFileSync(join(folder, 'assets/main.js'), 'script')
  writeFileSync(join(folder, 'assets/notes.exe'), 'program')
  writeFileSync(join(root, 'secret.js'), 'secret')
  writeFileSync(join(root, 'console-secret/x.js'), 'secret')
})
afterAll(() => rmSync(root, { recursive: true }))

test.each(['/', '/index.html', '/tickets/a3c1b5c2', '/desktop'])('%s is the page, under the policy', async (path) => {
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>page'])
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a file comes with its type and is kept', async () => {
  const answer = await get('/assets/main.js')
  expect([answer.status, await answer.text()]).toEqual([200, 'script'])
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toBeNull()
})

test.each([
  '/assets/missing.js',
  '/assets/notes.exe',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/assets/..%2f..%2fsecret.js',
  '/..%2fconsole-secret%2fx.js',
  '/..%5csecret.js',
  '/%00.js',
  '/%E0%A4%A.js'
])('%s is not served', async (path) => {
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
})

test('media have an address of their own, which is no way around the rules of the others', async () => {
  expect(await (await get('/media?of=x')).text()).toBe('x')
  expect((await get('/media?of=x', { method: 'POST' })).status).toBe(404)
  expect((await handle(new Request('app://evil/media?of=x'))).status).toBe(404)
})

test('nothing but reading is answered', async () => {
  expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(404)
})

test.each([
  'app://other/index.html',
  'app://bundle.evil/index.html',
  'https://bundle/index.html',
  'file:///etc/passwd'
])('%s means no file', (url) => {
  expect(fileOf(folder, url)).toBeNull()
})

test('the page talks to its server alone, and to nobody before one is chosen', () => {
  const policy = contentPolicy(['https://desk.example', 'http://10.0.0.5:3000'])
  expect(policy).toContain(
    "connect-src 'self' blob: https://desk.example http://10.0.0.5:3000 wss://desk.example ws://10.0.0.5:3000"
  )
  expect(policy).toContain("img-src 'self' data: blob: https://desk.example http://10.0.0.5:3000")
  expect(policy).toContain('frame-src blob: https://www.youtube-nocookie.com;')
  for (const rule of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
  expect(contentPolicy([])).toContain("connect-src 'self' blob:;")
})
