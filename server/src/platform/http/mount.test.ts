// How calls of programs are counted: a token that is let in for itself, every other one for its address.
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
const { method, path } = sendExternally
const send = endpoint({ method, path, access: 'external-token', response: z.object({}) })

const makeServer = async () => {
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMIT: '1000000' })
  const app = await createHttpServer({
    config,
    log: pino({ level: 'silent' }),
    loginOf: () => null,
    personOfDevice: () => null,
    isSignedIn: async () => false
  })
  const route = mountExternal(
    send,
    async (_ctx, token = '') => {
      if (!tokens.has(token)) throw new AppError('ERR_CONNECTION_TOKEN_INVALID')
      return { companyId: 1, connectionId: 1, planFlags: {}, dueDate: null }
    },
    async () => ({})
  )
  // Strict limits count everywhere but in tests.
  const ctx = { config: { ...config, environment: 'production' }, now: () => new Date() }
  const translator = { answer: async (_endpoint: unknown, answer: unknown) => answer }
  registerRoutes(app, { ctx: ctx as unknown as Ctx, directory: {} as never, translator }, [route])
  await app.ready()
  return app
}

let app: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  app = await makeServer()
})
afterAll(() => app.close())

const call = async (token: string, remoteAddress: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method, url: path, headers, remoteAddress })).statusCode
}
const callOften = async (count: number, tokenOf: (n: number) => string, from: string): Promise<number[]> => {
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
