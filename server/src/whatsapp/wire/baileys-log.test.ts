// What Baileys says goes on without what it holds, and a ping that the end of its socket cut off is no news.
import pino from 'pino'
import { expect, test } from 'vitest'
import { baileysLog } from './baileys-log.ts'

function heardOf(say: (log: ReturnType<typeof baileysLog>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  say(baileysLog(pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('an error goes on with its words and without its data', () => {
  const error = Object.assign(new Error('bad stanza'), { data: { body: 'segredo' } })
  expect(heardOf((log) => log.error({ err: error, msgId: 'A1', node: 'segredo' }, 'cannot read'))).toEqual([
    { level: 50, msgId: 'A1', error: 'bad stanza', msg: 'cannot read' }
  ])
})

test('a ping that was under way when its socket ended is not told of', () => {
  const trace = 'Error: Connection Closed\n    at end'
  expect(heardOf((log) => log.error({ trace }, 'error in sending keep alive'))).toEqual([])
})

test('a LID that nobody tells is not told of with each message', () => {
  expect(heardOf((log) => log.warn('USync fetch yielded no results for pending PNs'))).toEqual([])
})

test('the restart behind a scanned QR code is not told of as an error', () => {
  const node = { tag: 'stream:error', attrs: { code: '515' } }
  expect(heardOf((log) => log.error({ fullErrorNode: node }, 'stream errored out'))).toEqual([])
})
