// The log: what is taken out of it, how large it gets, and what of an error is kept.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { factsOf, openLog } from './log.ts'
import { scrub } from './scrub.ts'

test.each([
  ['token eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.abc-def', 'token <'],
  ['cookie jrt=aGVsbG8td29ybGQ; Path=/', 'jrt=<hidden>; Path=/'],
  ['Authorization: Bearer abc123', '<hidden>'],
  ['{"password":"Segredo-1"}', '"password":"<hidden>"'],
  ['wrote to ana@padaria.com.br', 'wrote to <email>'],
  ['GET https://desk.example/media/abc.def/foto.jpg failed', 'https://desk.example/media/<link> failed'],
  ['GET /tickets?searchParam=maria', '/tickets?<query>'],
  ['call from +55 (11) 98765-4321 refused', 'call from <number> refused'],
  [join(homedir(), 'x.txt'), join('~', 'x.txt')]
])('%j is scrubbed', (text, expected) => {
  expect(scrub(text)).toContain(expected)
  expect(scrub(text)).not.toMatch(/eyJ|aGVsbG8|abc123|Segredo|padaria|abc\.def|maria|98765/)
})

function build() {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, log: openLog(folder, () => new Date('2026-03-02T12:00:00Z')) }
}

test('an event is one line with its scrubbed facts', () => {
  const { folder, log } = build()
  log.info('login not renewed', { status: 503, failure: 'jrt=abc' })
  expect(readFileSync(join(folder, 'main.log'), 'utf8')).toBe(
    '2026-03-02T12:00:00.000Z info login not renewed {"status":503,"failure":"jrt=<hidden>"}\n'
  )
})

test('a large log makes way for a new one, and only a few are kept', () => {
  const { folder, log } = build()
  const full = 'x'.repeat(1_000_000)
  for (const name of ['main.log', 'main.1.log', 'main.2.log', 'main.3.log']) writeFileSync(join(folder, name), full)
  writeFileSync(join(folder, 'main.3.log'), 'the oldest')
  log.warn('new')
  expect(readdirSync(folder).toSorted()).toEqual(['main.1.log', 'main.2.log', 'main.3.log', 'main.log'])
  expect(readFileSync(join(folder, 'main.log'), 'utf8')).toContain('warn new')
  expect(readFileSync(join(folder, 'main.3.log'), 'utf8')).not.toContain('the oldest')
})

test('the last lines reach back into the log before', () => {
  const { folder, log } = build()
  writeFileSync(join(folder, 'main.1.log'), 'one\ntwo\n')
  log.info('three')
  const three = '2026-03-02T12:00:00.000Z info three {}'
  expect(log.tail(2)).toEqual(['two', three])
  expect(log.tail(10)).toEqual(['one', 'two', three])
})

test('of an error its kind, its words and its place are kept; of anything else its type alone', () => {
  expect(factsOf(new TypeError('no ana@x.example'))).toMatchObject({ error: 'TypeError', words: 'no ana@x.example' })
  expect(String(factsOf(new Error('x'))['at'])).toMatch(/^at /)
  expect(factsOf('a text of a message')).toEqual({ error: 'string' })
})
