// What is asked again, and what goes to a person at once.
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { CallOutError } from '#platform/outgoing/call-out.ts'
import { failureOf } from './model-failure.ts'

const said = (status: number, code?: string) =>
  OpenAI.APIError.generate(status, { error: { code } }, undefined, new Headers())
const lost = (cause: Error) => new OpenAI.APIConnectionError({ cause })

test.each<[string, unknown, { failure: string; isFinal: boolean }]>([
  ['a model that is busy', said(429), { failure: 'refused', isFinal: false }],
  ['a model that is out of order', said(503), { failure: 'refused', isFinal: false }],
  ['an account without money', said(429, 'insufficient_quota'), { failure: 'refused', isFinal: true }],
  ['a key that is none', said(401), { failure: 'refused', isFinal: true }],
  ['a server that is away', lost(new CallOutError('unreachable', 'gone')), { failure: 'unreachable', isFinal: false }],
  ['an answer in vain waited for', lost(new CallOutError('timeout', 'slow')), { failure: 'timeout', isFinal: true }],
  ['a library that gave up', new OpenAI.APIConnectionTimeoutError(), { failure: 'timeout', isFinal: true }],
  ['an address of the house', lost(new CallOutError('internal', 'of the house')), { failure: 'setup', isFinal: true }],
  ['words that are no answer', new SyntaxError('<html>'), { failure: 'unreadable', isFinal: false }]
])('%s', (_, error, expected) => expect(failureOf(error)).toMatchObject(expected))
