// The check of the decisions sees a wrong number, a missing line of the index, and a reversal that only one side knows of.
import { expect, test } from 'vitest'
import { checkDecisions } from './decisions.ts'

const first = '0001-walls-are-white.md'
const second = '0002-walls-are-blue.md'
const sound = {
  'README.md': `- [Walls are white](${first})\n- [Walls are blue](${second})\n`,
  [first]: `# 0001 Walls are white\n\n- Reversed by [0002 Walls are blue](${second})\n`,
  [second]: `# 0002 Walls are blue\n\n- Reverses [0001 Walls are white](${first})\n`
}
const found = (changes: Record<string, string>) =>
  checkDecisions(new Map(Object.entries({ ...sound, ...changes }))).map(({ text }) => text)

test('decisions that name each other and stand in the index are sound', () => {
  expect(found({})).toEqual([])
})

test.each([
  [
    'a number is left out',
    { '0004-doors.md': '# 0004 Doors', 'README.md': `${sound['README.md']}[](0004-doors.md)` },
    'numbers go up'
  ],
  ['a title has no number', { [second]: sound[second].replace('# 0002 ', '# ') }, 'its first line'],
  ['a name is not plain', { 'Doors.md': '' }, 'NNNN-plain-title.md'],
  ['the index lacks one', { 'README.md': `[](${first})` }, `${second} is listed nowhere`],
  ['the reversed one does not know', { [first]: '# 0001 Walls are white' }, `it does not say: Reversed by ${second}`],
  ['the newer one does not know', { [second]: '# 0002 Walls are blue' }, `it does not say: Reverses ${first}`]
])('%s', (_, changes, sentence) => {
  expect(found(changes).join('\n')).toContain(sentence)
})
