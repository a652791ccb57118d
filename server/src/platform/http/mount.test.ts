// How calls of programs are counted: a token that is let in for itself, every other one for its address.
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mostExternalSends, sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { readConfig } from '#platform/config/env.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createHttpServer } from './http-server.ts'
import { mountExternal, registerRoutes } from './mount.ts'

/** Tokens of programs; what is not among them is a guess. */
const tokens = new Set(['loja', 'filial', 'nova'])
/** How often they were looked up. */
let lookedUp = 0
/** Milliseconds that a body has taken so far. */
let taken = 0
const { method, path, callsPerMinute = 0 } = sendExternally
const sendForm = endpoint({
  method,
  path: '/form',
  access: 'external-token',
  multipart: true,
  response: z.object({})
})
const send = endpoint({ ...sendForm, path, multipart: false, callsPerMinute })

async function makeServer() {
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMIT: '1000000' })
  const app = await createHttpServer({
    config,
    log: pino({ level: 'silent' }),
    loginOf: () => null,
    personOfDevice: () => null,
    frames: '',
    isSignedIn: async () => false
  })
  const identify = async (_ctx: Ctx, token = '') => {
    lookedUp++
    if (!tokens.has(token)) throw new AppError('ERR_CONNECTION_TOKEN_INVALID')
    return { companyId: 1, connectionId: 1, planFlags: {}, dueDate: null }
  }
  const routes = [
    mountExternal(send, identify, async () => ({})),
    // Reads its form by hand, to its end or not.
    mountExternal(sendForm, identify, async (_ctx, { request }) => {
      for await (const part of request.parts()) if (part.fieldname === 'last') break
      return {}
    })
  ]
  // Strict limits count everywhere but in tests.
  const ctx = { config: { ...config, environment: 'production' }, now: () => new Date(Date.UTC(2026, 10, 24) + taken) }
  const translator = { answer: async (_endpoint: unknown, answer: unknown) => answer }
  registerRoutes(app, { ctx: ctx as unknown as Ctx, directory: {} as never, translator }, routes)
  await app.ready()
  return app
}

let app: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  app = await makeServer()
})
afterAll(() => app.close())

async function call(token: string, remoteAddress: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method, url: path, headers, remoteAddress })).statusCode
}
async function callOften(count: number, tokenOf: (n: number) => string, from: string): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < count; n++) answers.push(await call(tokenOf(n), from))
  return answers
}

test('guesses at a token are counted by address, and programs behind it go on being counted alone', async () => {
  const [office, elsewhere] = ['10.0.0.1', '10.0.0.2']
  expect(await call('loja', office)).toBe(200)
  expect(await call('filial', office)).toBe(200)
  const guesses = await callOften(mostExternalSends, (n) => `palpite ${n}`, office)
  expect([guesses[0], guesses.at(-1)]).toEqual([401, 429])
  // What is right among guesses is not told from the rest any more.
  expect(await call('nova', office)).toBe(429)
  expect(await call('nova', elsewhere)).toBe(200)

  const calls = await callOften(mostExternalSends + 1, () => 'loja', office)
  expect(calls.slice(0, -1).every((status) => status === 200)).toBe(true)
  expect(calls.at(-1)).toBe(429)
  expect(await call('filial', office)).toBe(200)
})

test('a token that was taken back counts for its address again', async () => {
  tokens.add('antigo')
  expect(await call('antigo', '10.0.0.3')).toBe(200)
  tokens.delete('antigo')
  const answers = await callOften(mostExternalSends + 1, () => 'antigo', '10.0.0.3')
  expect([answers[0], answers.at(-1)]).toEqual([401, 429])
  expect(await call('palpite', '10.0.0.3')).toBe(429)
})

/** A body that takes so many milliseconds on its way, in which `meanwhile` happens. */
function slowBody(text: string, milliseconds: number, meanwhile: () => void) {
  return Readable.from(
    (function* () {
      yield text.slice(0, 10)
      taken += milliseconds
      meanwhile()
      yield text.slice(10)
    })()
  )
}
async function post(url: string, type: string, payload: Readable | string) {
  const headers = { authorization: 'Bearer lento', 'content-type': type }
  return (await app.inject({ method: 'POST', url, headers, payload, remoteAddress: '10.0.0.4' })).statusCode
}
const formOf = (...names: string[]): string =>
  [...names.map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`), '--x--\r\n'].join('')
const json = 'application/json'
const multipart = 'multipart/form-data; boundary=x'

test('a program is looked up once a call, and again only for a body that was long on its way', async () => {
  tokens.add('lento')
  const looks = async (payload: Readable | string) => {
    lookedUp = 0
    expect(await post(path, json, payload)).toBe(200)
    return lookedUp
  }
  expect(await looks('{"number":"1"}')).toBe(1)
  expect(await looks(slowBody('{"number":"1"}', 900, () => {}))).toBe(1)
  expect(await looks(slowBody('{"number":"1"}', 6_000, () => {}))).toBe(2)
})

test('no body is taken from a program whose token ended on its way, by whoever reads the form', async () => {
  const bodies = [
    [path, json, '{"number":"1"}'],
    ['/form', multipart, formOf('first')],
    ['/form', multipart, formOf('first', 'last', 'never read')]
  ] as const
  for (const [url, type, text] of bodies) {
    tokens.add('lento')
    expect(
      await post(
        url,
        type,
        slowBody(text, 6_000, () => {})
      )
    ).toBe(200)
    expect(
      await post(
        url,
        type,
        slowBody(text, 6_000, () => tokens.delete('lento'))
      )
    ).toBe(401)
  }
})
