// A server for tests of the login: rotates its refresh cookie, ends logins, falls silent, and counts what it was asked.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export async function startLoginServer() {
  const state = {
    valid: new Set<string>(),
    isDown: false,
    /** Answers everything with this instead. */
    instead: null as { status: number; text: string } | null,
    asked: [] as string[],
    cookies: [] as string[],
    issued: 0,
    /** Names the device with every login. */
    device: null as string | null
  }
  const server = createServer((request, answer) => {
    const { method = '', url = '' } = request
    state.asked.push(`${method} ${url}`)
    state.cookies.push(request.headers.cookie ?? '')
    if (state.isDown) return void request.socket.destroy()
    const reply = (status: number, body: object, cookie?: string) =>
      answer
        .writeHead(status, {
          'content-type': 'application/json',
          ...(cookie === undefined ? {} : { 'set-cookie': [`other=1; Path=/`, ...deviceLine(url), cookie] })
        })
        .end(JSON.stringify(body))
    const deviceLine = (path: string) =>
      state.device === null || path !== '/auth/login'
        ? []
        : [`known_device=${state.device}; Path=/auth/login; HttpOnly`]
    if (state.instead) return void answer.writeHead(state.instead.status).end(state.instead.text)
    const issue = () => {
      const token = `refresh-${++state.issued}`
      state.valid.add(token)
      return `jrt=${token}; Path=/; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT`
    }
    const given = /jrt=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    if (method === 'POST' && url === '/auth/login') {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const isRight = (JSON.parse(body) as { password: string }).password === 'right'
        if (isRight) reply(200, { token: 'access', user: { id: 1 } }, issue())
        else reply(401, { error: 'ERR_INVALID_CREDENTIALS' })
      })
    } else if (method === 'POST' && url === '/auth/login/app') {
      reply(200, { token: 'access', user: { id: 1 } }, issue())
    } else if (method === 'POST' && url === '/auth/refresh_token') {
      if (!state.valid.delete(given)) return reply(401, { error: 'ERR_SESSION_ENDED' })
      reply(200, { token: `access-${state.issued}`, user: { id: 1 } }, issue())
    } else if (method === 'DELETE' && url === '/auth/logout') {
      state.valid.delete(given)
      reply(200, {})
    } else if (url === '/version') reply(200, { version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0' })
    else reply(404, { error: 'ERR_NOT_FOUND' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
