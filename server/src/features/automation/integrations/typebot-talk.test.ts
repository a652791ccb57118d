// The conversation with a Typebot flow: what a customer's words are to it, and what its answers mean.
import { describe, expect, test } from 'vitest'
import { stepOf, typebotAnswer, wordsOf, type TypebotSession } from './typebot-talk.ts'

const settings = { typebotExpires: 5, typebotKeywordFinish: 'Sair', typebotKeywordRestart: 'recomeçar' }
const now = Date.parse('2026-11-18T15:00:00Z')
function session(minutesAgo: number): TypebotSession {
  return {
    sessionId: 's1',
    at: now - minutesAgo * 60_000,
    choices: ['Bolos', 'Salgados']
  }
}

describe('words are to the flow', () => {
  test.each<[string, TypebotSession | null, object]>([
    ['Oi', null, { kind: 'start' }],
    ['Oi', session(1), { kind: 'go on', sessionId: 's1', text: 'Oi' }],
    ['2', session(1), { kind: 'go on', text: 'Salgados' }],
    [' 1 ', session(1), { kind: 'go on', text: 'Bolos' }],
    ['7', session(1), { kind: 'go on', text: '7' }],
    ['Oi', session(6), { kind: 'start' }],
    [' SAIR ', session(1), { kind: 'finish' }],
    ['sair', null, { kind: 'finish' }],
    ['Recomeçar', session(1), { kind: 'restart' }],
    ['sair daqui', session(1), { kind: 'go on' }]
  ])('%j after %j: %j', (text, before, step) => expect(stepOf(settings, before, text, now)).toMatchObject(step))

  test('without keywords and without an end the chat goes on for ever', () => {
    const open = { typebotExpires: 0, typebotKeywordFinish: '', typebotKeywordRestart: '' }
    expect(stepOf(open, session(9_999), '', now)).toMatchObject({ kind: 'go on' })
  })
})

function rich(children: object[]) {
  return {
    type: 'text',
    content: { type: 'richText', richText: [{ type: 'p', children }] }
  }
}
const plain = (text: string) => rich([{ text }])
const read = (answer: object) => wordsOf(typebotAnswer.parse(answer))

describe('an answer says', () => {
  test.each([
    [{ messages: [plain('Olá!'), plain('Tudo bem?')] }, ['Olá!', 'Tudo bem?']],
    [{ messages: [rich([{ text: 'Leve ' }, { text: 'dois', bold: true, italic: true }])] }, ['Leve _*dois*_']],
    [
      { messages: [rich([{ type: 'a', url: 'https://loja.example', children: [{ text: 'a loja' }] }])] },
      ['a loja (https://loja.example)']
    ],
    [
      { messages: [rich([{ type: 'inline-variable', children: [{ type: 'p', children: [{ text: 'Ana' }] }] }])] },
      ['Ana']
    ],
    [{ messages: [{ type: 'image', content: { url: 'https://loja.example/a.png' } }] }, ['https://loja.example/a.png']],
    [{ messages: [{ type: 'embed' }] }, []],
    [
      {
        messages: [plain('O que deseja?')],
        input: { type: 'choice input', items: [{ content: 'Bolos' }, { content: 'Salgados' }] }
      },
      ['O que deseja?', '*[ 1 ]* - Bolos\n*[ 2 ]* - Salgados']
    ]
  ])('%j: %j', (answer, says) => expect(read(answer).says).toEqual(says))

  test('commands are for the fixture and not for the customer', () => {
    expect(read({ messages: [plain('Um momento.'), plain('#{"queueId": "7"}')] })).toEqual({
      says: ['Um momento.'],
      choices: [],
      leave: { queueId: 7, userId: null }
    })
    expect(read({ messages: [plain('#{"stopBot": true}')] }).leave).toEqual({ queueId: null, userId: null })
    expect(read({ messages: [plain('#{"stopBot": false}')] })).toEqual({ says: [], choices: [], leave: null })
    expect(read({ messages: [plain('#1 da cidade')] }).says).toEqual(['#1 da cidade'])
  })
})
