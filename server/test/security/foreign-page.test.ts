// A page of somebody else: what browsers are told, so that it neither frames this server, calls it nor finds answers kept.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany } from '#test/fixtures/factories.ts'

let plain: TestApp
let secure: TestApp
beforeAll(async () => {
  plain = await buildTestApp()
  secure = await buildTestApp({
    besides: plain,
    config: { publicUrl: 'https://mesa.empresa.test', corsOrigins: ['https://painel.empresa.test'] }
  })
})
afterAll(async () => {
  await secure.close()
  await plain.close()
})

it('holds every answer to the same rules: pages, calls, refusals and what is not there', async () => {
  const { admin } = await makeCompany(plain)
  const authorization = `Bearer ${admin.token}`
  const urls = ['/console/', '/auth/me', '/tickets', '/version', '/nowhere', '/console/assets/none.js', '/docs/', '/']
  for (const url of urls) {
    for (const headers of [{}, { authorization }]) {
      const { headers: said } = await secure.http.inject({ url, headers })
      expect(said, url).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer'
      })
      const rules = String(said['content-security-policy']).split(';')
      for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "script-src 'self'"]) {
        expect(rules, url).toContain(rule)
      }
    }
  }
})

it('lets nobody keep an answer: not the browser, not a proxy', async () => {
  const { admin } = await makeCompany(plain)
  for (const url of ['/auth/me', '/tickets', '/users/list', '/version', '/nowhere']) {
    const { headers } = await plain.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
    expect(headers['cache-control'], url).toBe('no-store')
  }
})

it('takes no call that a form of another page can make without being asked about', async () => {
  const { admin } = await makeCompany(plain)
  const fields = { email: admin.email, password: admin.password }
  const bodies = [
    { type: 'text/plain', payload: JSON.stringify(fields) },
    { type: 'application/x-www-form-urlencoded', payload: new URLSearchParams(fields).toString() },
    {
      type: 'multipart/form-data; boundary=x',
      payload: '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n'
    }
  ]
  for (const { type, payload } of bodies) {
    const headers = { 'content-type': type, origin: 'https://fora.test' }
    const answer = await plain.http.inject({ method: 'POST', url: '/auth/login', headers, payload })
    expect([400, 415], type).toContain(answer.statusCode)
    expect(answer.headers['set-cookie'], type).toBeUndefined()
  }
})

it('gives nothing back of a call by TRACE', async () => {
  const { statusCode, body } = await plain.http.inject({
    method: 'TRACE' as never,
    url: '/auth/me',
    headers: { cookie: 'jrt=secret' }
  })
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(body).not.toContain('secret')
})

/** The first line of the answer to a WebSocket that a page of `origin` opens at `host`. */
async function upgrade(app: TestApp, host: string, origin?: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(origin === undefined ? [] : [`Origin: ${origin}`])
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.once('data', (bytes) => {
    socket.unshift(bytes)
    socket.end()
  })
  return (await text(socket)).split('\r\n')[0] ?? ''
}

it('opens no WebSocket to a page of another origin, and one to its own pages, listed ones, the app and programs', async () => {
  const open = 'HTTP/1.1 101 Switching Protocols'
  for (const origin of ['https://fora.test', 'null', 'http://[', 'https://mesa.empresa.test.fora.test', 'file://']) {
    expect(await upgrade(secure, 'mesa.empresa.test', origin), origin).toBe('HTTP/1.1 403 Forbidden')
  }
  for (const origin of ['https://mesa.empresa.test', 'https://painel.empresa.test', 'app://bundle', undefined]) {
    expect(await upgrade(secure, '127.0.0.1:3000', origin), origin).toBe(open)
  }
  // Opened by another of its names.
  expect(await upgrade(secure, 'mesa.lan:8080', 'http://mesa.lan:8080')).toBe(open)
  expect(await upgrade(secure, 'mesa.lan:8080', 'http://mesa.lan:9090')).toBe('HTTP/1.1 403 Forbidden')
})
