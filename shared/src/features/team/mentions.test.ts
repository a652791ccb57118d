// Tests of mentions: names, the longest first, and what only looks like one.
import { expect, test } from 'vitest'
import { mentionedIn, splitMentions } from './mentions.ts'

const people = [
  { userId: 1, name: 'Ana' },
  { userId: 2, name: 'Ana Souza' },
  { userId: 3, name: 'José' }
]

test.each([
  ['oi @Ana', [1]],
  ['oi @ana souza!', [2]],
  ['@JOSÉ e @ana, vejam', [3, 1]],
  ['@Ana @Ana', [1]],
  ['@Anabela não é ninguém', []],
  ['mail@ana.com', []],
  ['@', []],
  ['@ Ana', []],
  ['(@José)', [3]],
  ['@todos: reunião', [1, 2, 3]],
  ['@todostes', []],
  ['sem ninguém', []]
])('%s mentions %j', (text, ids) => {
  expect(mentionedIn(text, people)).toEqual(ids)
})

test('a text is cut into what is said and who is mentioned, and nothing of it is lost', () => {
  expect(splitMentions('oi @ana souza, e @all', people)).toEqual([
    'oi ',
    { text: '@ana souza', userId: 2 },
    ', e ',
    { text: '@all', userId: null }
  ])
  for (const text of ['', '@@José@', 'a@Ana @Ana@José', '🎉@José🎉']) {
    const whole = splitMentions(text, people).map((part) => (typeof part === 'string' ? part : part.text))
    expect(whole.join('')).toBe(text)
  }
})
