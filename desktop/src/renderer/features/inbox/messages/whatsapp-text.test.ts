// WhatsApp's way of writing is read as WhatsApp shows it, and never loses a letter.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loneEmoji } from './bubble/emoji-only.ts'
import { parseCards } from './quote/vcard.ts'
import { parseLine, parseText, plainText, writeText, type Block, type Inline } from '#platform/text/whatsapp-text.ts'

/** A short spelling of the tree: <b>…</b> and so on. */
const tags = { bold: 'b', italic: 'i', strike: 's' }
function spell(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'code') return `<c>${part.text}</c>`
      if (part.kind === 'link') return `<a ${part.href}>${part.text}</a>`
      return `<${tags[part.kind]}>${spell(part.children)}</${tags[part.kind]}>`
    })
    .join('')
}

describe('a line', () => {
  test.each([
    ['*oi* tudo bem', '<b>oi</b> tudo bem'],
    ['_oi_ e ~não~', '<i>oi</i> e <s>não</s>'],
    ['*_tudo_ junto*', '<b><i>tudo</i> junto</b>'],
    ['*Ana Souza:*', '<b>Ana Souza:</b>'],
    ['veja `npm *x*` aqui', 'veja <c>npm *x*</c> aqui'],
    ['2*3*4', '2*3*4'],
    ['nome_do_arquivo', 'nome_do_arquivo'],
    ['* solto * aqui', '* solto * aqui'],
    ['*aberto', '*aberto'],
    ['**', '**'],
    ['(*negrito*)', '(<b>negrito</b>)'],
    ['*a* e *b*', '<b>a</b> e <b>b</b>'],
    ['https://exemplo.com.br/a_b_c?x=1', '<a https://exemplo.com.br/a_b_c?x=1>https://exemplo.com.br/a_b_c?x=1</a>'],
    ['veja www.exemplo.com.', 'veja <a https://www.exemplo.com>www.exemplo.com</a>.'],
    [
      '(https://pt.wikipedia.org/wiki/Guichê_(loja))',
      '(<a https://pt.wikipedia.org/wiki/Guichê_(loja)>https://pt.wikipedia.org/wiki/Guichê_(loja)</a>)'
    ],
    ['escreva para ana@padaria.com.br!', 'escreva para <a mailto:ana@padaria.com.br>ana@padaria.com.br</a>!'],
    ['*https://exemplo.com*', '<b><a https://exemplo.com>https://exemplo.com</a></b>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,<b>', 'data:text/html,<b>'],
    ['*عربي* مرحبا', '<b>عربي</b> مرحبا']
  ])('%s', (written, shown) => {
    expect(spell(parseLine(written))).toBe(shown)
  })
})

describe('a text', () => {
  const kinds = (text: string) => parseText(text).map((block: Block) => block.kind)

  test('lists, quotes and fenced code are blocks of their own', () => {
    expect(kinds('Lista:\n- um\n- dois\nfim')).toEqual(['lines', 'list', 'lines'])
    expect(kinds('1. um\n2. dois')).toEqual(['list'])
    expect(kinds('> citado\n> mais\nresposta')).toEqual(['quote', 'lines'])
    expect(kinds('veja ```const a = *1*``` aqui')).toEqual(['lines', 'mono', 'lines'])
    expect(kinds('-5 graus\n10.5 reais')).toEqual(['lines'])
  })

  test('a numbered list goes on from the number it was given', () => {
    expect(parseText('3. três\n4. quatro')[0]).toMatchObject({ kind: 'list', isOrdered: true, start: 3 })
  })

  const pieces = fc.constantFrom(
    '*',
    '_',
    '~',
    '`',
    '```',
    '\n',
    '- ',
    '> ',
    '1. ',
    ' ',
    'oi',
    'é',
    '🙂',
    'https://a.co/x_y',
    'a@b.co',
    '.',
    ')',
    'مرحبا'
  )
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ maxLength: 80 })
  )

  test('whatever is written comes back letter by letter', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(writeText(parseText(text))).toBe(text)
      }),
      { numRuns: 2000 }
    )
  })

  test('a link leads to the web or to a mailbox, never anywhere else', () => {
    const links = (parts: Inline[]): string[] =>
      parts.flatMap((part) => ('children' in part ? links(part.children) : part.kind === 'link' ? [part.href] : []))
    const nasty = fc.array(
      fc.oneof(pieces, fc.constantFrom('javascript:', 'www.', '://', '"', '<', 'http:', 'HTTPS://x')),
      { maxLength: 12 }
    )
    fc.assert(
      fc.property(nasty, (parts) => {
        for (const href of links(parseLine(parts.join('').replaceAll('\n', ' ')))) {
          expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
        }
      }),
      { numRuns: 2000 }
    )
  })

  test('thousands of signs are read at once', () => {
    const long = '*_~`'.repeat(4_000)
    const started = performance.now()
    expect(writeText(parseText(long))).toBe(long)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('one line without signs stands for the text in lists', () => {
    expect(plainText('*Ana:*\n- pão\n- _leite_')).toBe('Ana: pão leite')
  })
})

test.each([
  ['🙂', 1],
  ['👍🏽 👨‍👩‍👧‍👦', 2],
  ['🇧🇷❤️', 2],
  ['🙂🙂🙂🙂🙂', 0],
  ['oi 🙂', 0],
  ['123', 0],
  ['#', 0],
  ['', 0]
])('%j holds %i lone emoji', (text, count) => {
  expect(loneEmoji(text)).toBe(count)
})

describe('contact cards', () => {
  test('a card of WhatsApp tells the number that can be written to', () => {
    const card =
      'BEGIN:VCARD\nVERSION:3.0\nN:Silva;José;;;\nFN:José Silva\nORG:Padaria\\, Central;\nitem1.TEL;waid=5511987654321:+55 11 98765-4321\nitem1.X-ABLabel:Celular\nEMAIL:jose@exemplo.com\nEND:VCARD'
    expect(parseCards(card)).toEqual([
      {
        name: 'José Silva',
        organization: 'Padaria, Central',
        phones: [{ number: '5511987654321', label: '', isOnWhatsapp: true }],
        emails: ['jose@exemplo.com']
      }
    ])
  })

  test('several cards, folded lines and old spellings are read', () => {
    const cards = [
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;Jos=C3=A9;;;\r\nTEL;CELL:(11) 91234-5678\r\nEND:VCARD',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Um nome bem\r\n  comprido\r\nTEL;TYPE=work;VALUE=uri:tel:+55-11-3333-4444\r\nEND:VCARD'
    ].join('\n')
    expect(parseCards(cards)).toEqual([
      {
        name: 'José',
        organization: '',
        phones: [{ number: '11912345678', label: '', isOnWhatsapp: false }],
        emails: []
      },
      {
        name: 'Um nome bem comprido',
        organization: '',
        phones: [{ number: '551133334444', label: 'work', isOnWhatsapp: false }],
        emails: []
      }
    ])
  })

  test('anything else holds no card and breaks nothing', () => {
    expect(parseCards('')).toEqual([])
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(Array.isArray(parseCards(`BEGIN:VCARD\n${text}`))).toBe(true)
      })
    )
  })
})
