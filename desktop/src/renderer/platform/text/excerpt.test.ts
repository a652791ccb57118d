// What is shown of a message around a text that was searched for.
import { expect, test } from 'vitest'
import { excerptOf, excerptText } from './excerpt.ts'

test('marks the text as it is written, whatever its case and accents', () => {
  expect(excerptOf('Bom dia,  o PÃO acabou', 'pao', 40)).toEqual({
    before: 'Bom dia, o ',
    match: 'PÃO',
    after: ' acabou'
  })
  expect(excerptOf('o pa\u0303o', 'PÃO', 40)).toEqual({ before: 'o ', match: 'pão', after: '' })
})

test('leaves out what is far from the match, and says so', () => {
  const text = `${'a'.repeat(50)} boleto ${'b'.repeat(50)}`
  expect(excerptOf(text, 'boleto', 5)).toEqual({ before: '…aaaa ', match: 'boleto', after: ` ${'b'.repeat(9)}…` })
})

test('begins with a word', () => {
  const before = (around: number) => excerptOf('Fica pronto às 15h, já com entrega', 'entreg', around).before
  expect([before(4), before(7), before(8), before(9), before(40)]).toEqual([
    '…com ',
    '…já com ',
    '…já com ',
    '…já com ',
    'Fica pronto às 15h, já com '
  ])
})

test('shows the beginning when the text is not seen', () => {
  expect(excerptOf('Até logo', 'xyz', 5)).toEqual({ before: '', match: '', after: 'Até logo' })
  expect(excerptText(excerptOf('Até amanhã cedo', '  ', 3))).toBe('Até am…')
})
