// Closing, the rating of 1 to 3 with its thanks, and what is no rating.
import { describe, expect, test } from 'vitest'
import { flow, hour, noon, sales, said, talkTo } from '#test/fixtures/bot-talk.ts'
import { ratingWindow } from './after-closing.ts'
import { textsIn } from './bot-texts.ts'

const texts = textsIn('pt')
const rating = flow({ asksRating: true })
function resolved(told = rating, wasServed = true) {
  const talk = talkTo(told, { phase: 'person', queueId: 1 })
  const actions = talk.happens({ type: 'resolved', wasServed })
  return { talk, actions, reply: said(actions) }
}
function answers(words: string, told = rating) {
  const { talk } = resolved(told)
  talk.wait(hour)
  const actions = talk.happens({ type: 'text', text: words, at: talk.now, isStale: false })
  return { talk, actions }
}

describe('closing', () => {
  test('sends the completion message', () => {
    const { reply, talk } = resolved(flow())
    expect(reply).toBe('Até logo!')
    expect(talk.state).toMatchObject({ phase: 'ended', queueId: 1 })
  })
  test('sends nothing where there is no completion message', () =>
    expect(resolved(flow({ completion: '' })).actions).toEqual([]))
  test('asks for a rating instead, with the scale', () => {
    const { reply, talk } = resolved()
    expect(reply).toBe(`${texts.ratingRequest}\n\n${texts.ratingScale}`)
    expect(talk.state).toMatchObject({ phase: 'rating', ratingUntil: noon + ratingWindow })
  })
  test('asks with the words of the connection', () =>
    expect(resolved(flow({ asksRating: true, ratingRequest: 'Gostou?' })).reply).toBe(
      `Gostou?\n\n${texts.ratingScale}`
    ))
  test('asks nobody who was not served', () => expect(resolved(rating, false).reply).toBe('Até logo!'))
})

describe('an answer to the rating', () => {
  test.each([
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['3️⃣', 3],
    [' *2* ', 2],
    ['0', 1],
    ['5', 3],
    ['10', 3],
    ['Nota 2!', 2],
    ['Insatisfeita', 1],
    ['satisfeito', 2],
    ['*Muito satisfeita* 😊', 3],
    ['3 - Muito satisfeito', 3]
  ])('%j counts as %d and is thanked for, with the completion message', (words, value) => {
    const { talk, actions } = answers(words)
    expect(actions).toEqual([
      { type: 'rate', rating: value },
      { type: 'say', text: `${texts.thanks}\n\nAté logo!` }
    ])
    expect(talk.state).toMatchObject({ phase: 'rated', ratingUntil: noon + ratingWindow })
  })

  test('comes once: the next number is a new conversation', () => {
    const { talk } = answers('3')
    expect(talk.happens({ type: 'text', text: '1', at: talk.now, isStale: false })[0]).toEqual({ type: 'reopen' })
  })

  test.each(['Obrigada!', 'Não, obrigado', '👍'])('%j wants nothing, before the rating and after it', (words) => {
    const { talk, actions } = answers(words)
    expect(actions).toEqual([{ type: 'closing-remark' }])
    const rate = { type: 'text', text: '3', at: talk.now, isStale: false } as const
    expect(talk.happens(rate)[0]).toEqual({ type: 'rate', rating: 3 })
    expect(talk.happens({ ...rate, text: words })).toEqual([{ type: 'closing-remark' }])
    expect(talk.state).toMatchObject({ phase: 'rated' })
  })

  test('thanks of another day are a new conversation', () => {
    const { talk } = answers('3')
    talk.wait(ratingWindow)
    expect(talk.happens({ type: 'text', text: 'Obrigado', at: talk.now, isStale: false })[0]).toEqual({
      type: 'reopen'
    })
  })

  test.each(['Ainda não funciona', '3 problemas', 'nota três', '1000'])(
    '%j is a new conversation: the ticket waits again and the menu comes',
    (words) => {
      const { talk, actions } = answers(words)
      expect(actions[0]).toEqual({ type: 'reopen' })
      expect(said(actions)).toMatch(/^Olá!\n\n\*\[ 1 \]\* - Vendas/)
      expect(talk.state).toMatchObject({ phase: 'menu', queueId: null, menus: 1 })
    }
  )

  test('that comes too late is a new conversation', () => {
    const { talk } = resolved()
    talk.wait(ratingWindow + 1)
    expect(talk.happens({ type: 'text', text: '3', at: talk.now, isStale: false })[0]).toEqual({ type: 'reopen' })
  })

  test('that was written in time counts when it is read late', () => {
    const { talk } = resolved()
    const at = talk.now + hour
    talk.wait(2 * ratingWindow)
    expect(talk.happens({ type: 'text', text: '3', at, isStale: true })[0]).toEqual({ type: 'rate', rating: 3 })
  })

  test('a file or a call opens the ticket again', () => {
    expect(resolved().talk.happens({ type: 'other', at: noon, isStale: false })[0]).toEqual({ type: 'reopen' })
    const { talk } = resolved({ ...rating, refusesCalls: true })
    expect(talk.happens({ type: 'call', at: noon, isStale: false })).toEqual([
      { type: 'reopen' },
      { type: 'say', text: texts.callRefused }
    ])
    expect(talk.state.phase).toBe('start')
  })

  test('an old message opens it again without a word', () => {
    const { talk } = resolved()
    expect(talk.happens({ type: 'text', text: 'Oi', at: noon, isStale: true })).toEqual([{ type: 'reopen' }])
    expect(talk.state.phase).toBe('start')
  })

  test('goes back to the only queue of a connection', () => {
    const { talk } = answers('Voltei', { ...rating, queues: [sales] })
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 1 })
  })
})
