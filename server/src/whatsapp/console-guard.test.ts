// Nothing of libsignal reaches the console.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { guardConsole } from './console-guard.ts'

const printed: unknown[][] = []
const guarded: string[] = []
const original = { ...console }

beforeAll(() => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    console[method] = (...args: unknown[]) => void printed.push(args)
  }
  guardConsole((text) => guarded.push(text))
})
beforeEach(() => {
  printed.length = 0
  guarded.length = 0
})
afterAll(() => void Object.assign(console, original))

it('swallows a session that libsignal closes', async () => {
  const { SessionRecord } = (await import('libsignal')) as unknown as {
    SessionRecord: new () => { closeSession(session: object): void }
  }
  new SessionRecord().closeSession({ indexInfo: { closed: -1 }, currentRatchet: { rootKey: 'secret' } })
  expect(guarded).toEqual(['Closing session:'])
  expect(printed).toEqual([])
})

it('swallows any value that looks like a session, whoever prints it', () => {
  console.error('look', { currentRatchet: { ephemeralKeyPair: { privKey: 'secret' } } })
  expect(printed).toEqual([])
})

it('lets everything else through', () => {
  const value = { a: 1 }
  console.warn('disk is nearly full', value)
  expect(printed).toEqual([['disk is nearly full', value]])
})
