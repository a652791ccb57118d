// Searching by keys finds whatever holds the text, and the text as it was typed finds what differs in case or accents.
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#database/client.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { keysOf, readTerm } from './search-term.ts'

const company = 0xabcdef

let database: TestDatabase
let sql: postgres.Sql
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  db = openDatabase({ url: database.url, max: 1 })
})
afterAll(async () => {
  await sql.end()
  await db.$client.end()
  await database.drop()
})

/** Whether the index and the pattern both find the term in the text. */
async function finds(typed: string, text: string) {
  const term = await readTerm(db, company, typed)
  if (!term) return null
  const [row] = await sql`
    select search_keys(${company}, search_text(${text}), 7) @@ ${term.keys}::tsquery as by_keys,
      search_text(${text}) like ${term.pattern} as by_pattern`
  return [row?.by_keys, row?.by_pattern]
}

test.each([
  ['acao', 'Uma AÇÃO boa'],
  ['AÇÃO', 'uma acao boa'],
  ['a', 'Olá'],
  ['w', 'new'],
  ['w', 'w'],
  ['w', 'to win'],
  ['ab', 'cab'],
  ['ab', 'abc'],
  ['a b', 'sa be'],
  ['50%', 'desconto de 50% hoje'],
  ['r$ 1', 'por R$ 10,50'],
  ['🎉', 'parabéns 🎉🎉'],
  ['漢', '漢字'],
  ['字', '漢字'],
  ['ай', 'ЧАЙ'],
  ["d'á", "copo d'água"],
  ['\\', 'c:\\pasta'],
  ['_', 'a_b'],
  ['dois\nlinhas', 'em dois\nlinhas']
])('%j is found in %j', async (typed, text) => {
  expect(await finds(typed, text)).toEqual([true, true])
})

test('a text in decomposed spelling is the same text', async () => {
  expect(await finds('coração'.normalize('NFD'), 'CORAÇÃO'.normalize('NFC'))).toEqual([true, true])
  expect(await finds('coração'.normalize('NFC'), 'Coração'.normalize('NFD'))).toEqual([true, true])
})

test('whatever part of a text is typed, its keys are among those of the text', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'ç',
      ' ',
      'é',
      '1',
      '9',
      '-',
      '%',
      "'",
      '\\',
      '&',
      '\n',
      'ß',
      'Ж',
      '漢',
      '🎉',
      '  ',
      'ab',
      'Zé'
    ),
    fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }).filter((one) => !one.includes('\u0000'))
  )
  const texts = fc.array(piece, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.nat(), async (pieces, from, length) => {
      const start = from % pieces.length
      const part = pieces.slice(start, start + 1 + (length % (pieces.length - start))).join('')
      const found = await finds(part, pieces.join(''))
      // Accents alone are nothing to look for.
      if (found !== null) expect([part, ...found]).toEqual([part, true, true])
    }),
    { numRuns: 300 }
  )
})

test('a number in anybody’s spelling is looked for by its digits, another text is not', async () => {
  expect((await readTerm(db, company, '+55 (11) 98765-4321'))?.digits?.pattern).toBe('%5511987654321%')
  expect((await readTerm(db, company, 'pedido-1234'))?.digits).toBeNull()
  expect((await readTerm(db, company, '1234'))?.digits).toBeNull()
  expect(await readTerm(db, company, ' \u0301 ')).toBeNull()
})

test('a long text has few keys', () => {
  expect(keysOf(company, 'abcdefghij'.repeat(20)).split(' & ').length).toBeLessThanOrEqual(24)
})

test('the longest and most varied message can be stored and is found', async () => {
  const varied = Array.from({ length: 60_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 1)).filter((one) =>
    one.isWellFormed()
  )
  expect(await finds(varied.slice(500, 503).join(''), varied.join(''))).toEqual([true, true])
  const words = Array.from({ length: 13_000 }, (_, index) => index.toString(36).padStart(4, 'q')).join(' ')
  expect(await finds('qq9z', words)).toEqual([true, true])
})
