// What becomes of WhatsApp's answers to the question for LIDs, the odd ones and those that never come.
import { expect, it } from 'vitest'
import type { ILogger } from '../wire/baileys-log.ts'
import { createLidQuestions } from './lid-questions.ts'

const quiet = { warn: () => {} } as unknown as ILogger
const [ana, bia] = ['5511911111111@s.whatsapp.net', '5511922222222@s.whatsapp.net'] as const
type Pairs = { pn: string; lid: string }[]

/** A session's question, and what was asked of WhatsApp. */
function questions(answer: () => Promise<Pairs | undefined>) {
  const asked: string[][] = []
  const ask = createLidQuestions(
    quiet,
    20
  )((numbers) => {
    asked.push(numbers)
    return answer()
  })
  return { asked, ask }
}

it('takes pairs in any order, without their devices, and leaves out numbers nobody asked for', async () => {
  const { ask } = questions(async () => [
    { pn: '5511999999999@s.whatsapp.net', lid: '9@lid' },
    { pn: '5511922222222:3@s.whatsapp.net', lid: '2@lid' },
    { pn: ana, lid: '1@lid' }
  ])
  expect(await ask([ana, bia])).toEqual([
    { pn: bia, lid: '2@lid' },
    { pn: ana, lid: '1@lid' }
  ])
})

it('knows the one it asked for under another spelling', async () => {
  const { ask } = questions(async () => [{ pn: '551111111111@s.whatsapp.net', lid: '1@lid' }])
  expect(await ask([ana])).toEqual([{ pn: ana, lid: '1@lid' }])
})

it.each<[string, () => Promise<Pairs | undefined>]>([
  ['no LID', async () => []],
  ['an error', () => Promise.reject(new Error('refused'))],
  ['nothing', async () => undefined]
])('means by %s that the LID is unknown, and does not ask for it with every message', async (_, answer) => {
  const { ask, asked } = questions(answer)
  expect(await ask([ana])).toEqual([])
  expect(await ask([ana])).toEqual([])
  await ask([ana, bia])
  expect(asked).toEqual([[ana], [bia]])
})

it('waits for a silent WhatsApp once, not once for everybody who writes', async () => {
  const { ask, asked } = questions(() => new Promise(() => {}))
  expect(await ask([ana])).toEqual([])
  expect(await ask([bia])).toEqual([])
  expect(asked).toEqual([[ana]])
})
