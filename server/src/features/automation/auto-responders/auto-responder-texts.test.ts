// What attendants read on a ticket that was handed over.
import { expect, test } from 'vitest'
import { handOverNote } from './auto-responder-texts.ts'

test.each([
  ['timeout', 'no answer in time', 'Lia não respondeu (demorou demais) e o atendimento foi passado à equipe.'],
  ['refused', 'HTTP 500', 'Lia não respondeu (o servidor recusou: HTTP 500) e o atendimento foi passado à equipe.'],
  ['unsure', '', 'Lia não soube responder e passou o atendimento à equipe.']
] as const)('a hand-over because of %s is noted in plain words', (why, detail, note) => {
  expect(handOverNote('pt', 'Lia', { why, detail })).toBe(note)
})
