// Every branch of the conversation engine, as a customer walks it: menu, queues, hand-over, hours, calls.
import { describe, expect, test } from 'vitest'
import { flow, hour, minute, option, queue, sales, support, talkTo } from '#test/fixtures/bot-talk.ts'
import type { BotFlow } from '../flow/bot-flow.ts'
import type { BotState } from './bot-state.ts'
import { textsIn } from './bot-texts.ts'

const texts = textsIn('pt')
const menu = '*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const greeting = `Olá!\n\n${menu}`

/** What a conversation is expected to be: the customer's words, the reply, and where it stands then. */
type Line = [string, string | null, Partial<BotState>]

function expectTalk(told: BotFlow, lines: Line[]): void {
  const talk = talkTo(told)
  for (const [words, reply, state] of lines) {
    expect(talk.writes(words), `reply to ${words}`).toBe(reply)
    expect(talk.state, `after ${words}`).toMatchObject(state)
  }
}

describe('the menu of queues', () => {
  test('follows the greeting in one message, and the number leads into the queue', () =>
    expectTalk(flow(), [
      ['Oi', greeting, { phase: 'menu', queueId: null, menus: 1 }],
      ['1', 'Bem-vindo às vendas!', { phase: 'person', queueId: 1 }]
    ]))

  test.each(['1', ' 1 ', '01', '*1*', '1️⃣', '[1]', '1.', 'Vendas', 'VENDAS!', '1 - Vendas', '*[ 1 ]* - Vendas'])(
    'takes %j for the first queue',
    (answer) => {
      const talk = talkTo(flow())
      talk.writes('Oi')
      expect(talk.writes(answer)).toBe('Bem-vindo às vendas!')
    }
  )

  test.each(['0', '3', '11', '1 2', 'venda', '1,5', '-', '', '🙂', '٣'])('takes %j for no answer', (answer) => {
    const talk = talkTo(flow())
    talk.writes('Oi')
    expect(talk.writes(answer)).toBe(`${texts.invalid}\n\n${menu}`)
    expect(talk.state).toMatchObject({ phase: 'menu', invalid: 1, menus: 2 })
  })

  test('says nothing in a queue without greeting, which is a person’s turn then', () =>
    expectTalk(flow({ queues: [queue(1, 'Vendas'), support] }), [
      ['Oi', greeting, {}],
      ['1', null, { phase: 'person', queueId: 1 }]
    ]))

  test('two queues of one name are told apart by their number alone', () => {
    const twins = flow({ queues: [queue(1, 'Loja', { greeting: 'um' }), queue(2, 'Loja', { greeting: 'dois' })] })
    const talk = talkTo(twins)
    talk.writes('Oi')
    expect(talk.writes('Loja')).toContain(texts.invalid)
    expect(talk.writes('2')).toBe('dois')
  })

  test('a file is greeted like a word, and is no answer to the menu', () => {
    const talk = talkTo(flow())
    expect(talk.sends()).toBe(greeting)
    expect(talk.sends()).toBe(`${texts.invalid}\n\n${menu}`)
  })
})

describe('answers that lead nowhere', () => {
  test('lead to a person at the third', () =>
    expectTalk(flow({ mostMenus: 0 }), [
      ['Oi', greeting, {}],
      ['bolo', `${texts.invalid}\n\n${menu}`, { invalid: 1 }],
      ['pão', `${texts.invalid}\n\n${menu}`, { invalid: 2 }],
      ['café', texts.handOver, { phase: 'person', queueId: null }],
      ['alguém?', null, { phase: 'person' }]
    ]))

  test('lead to the queue for those who could not be helped, where there is one', () => {
    const talk = talkTo(flow({ transferQueueId: 7 }))
    for (const words of ['Oi', 'bolo', 'pão', 'café']) talk.writes(words)
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 7 })
  })

  test('are forgotten after one that leads somewhere', () => {
    const talk = talkTo(flow({ mostMenus: 0 }))
    for (const words of ['Oi', 'bolo', 'pão', '2', 'café', 'chá']) talk.writes(words)
    expect(talk.state).toMatchObject({ phase: 'options', invalid: 2 })
  })

  test.each([
    [1, ['Oi', 'bolo'], 1],
    [2, ['Oi', 'bolo', 'pão'], 2]
  ])('of %d menus at the most, %j ends at a person', (mostMenus, words, menus) => {
    const talk = talkTo(flow({ mostMenus }))
    const replies = words.map((text) => talk.writes(text))
    expect(replies.at(-1)).toBe(texts.handOver)
    expect(talk.state).toMatchObject({ phase: 'person', menus })
  })

  test('do not count while the question was on its way to the customer', () => {
    const talk = talkTo(flow())
    talk.writes('Oi')
    const asked = talk.now
    expect(talk.writes('tudo bem?', { at: asked + 2_000 })).toBeNull()
    expect(talk.writes('preciso de ajuda', { at: asked - 5_000 })).toBeNull()
    expect(talk.state).toMatchObject({ phase: 'menu', invalid: 0, menus: 1 })
    expect(talk.writes('1', { at: asked + 1_000 })).toBe('Bem-vindo às vendas!')
  })

  test('within the interval of two menus are told so without the menu', () => {
    const talk = talkTo(flow({ menuInterval: 5 * minute }))
    talk.writes('Oi')
    expect(talk.writes('bolo')).toBe(texts.invalid)
    expect(talk.state).toMatchObject({ menus: 1, invalid: 1 })
    expect(talk.wait(5 * minute).writes('pão')).toBe(`${texts.invalid}\n\n${menu}`)
    expect(talk.writes('café')).toBe(texts.handOver)
  })
})

describe('a connection with one queue', () => {
  test('goes there without a word', () =>
    expectTalk(flow({ queues: [sales] }), [['Oi', null, { phase: 'person', queueId: 1 }]]))

  test('greets where the company wants it', () =>
    expectTalk(flow({ queues: [sales], greetsAlone: true }), [
      ['Oi', 'Olá!\n\nBem-vindo às vendas!', { phase: 'person', queueId: 1 }]
    ]))

  test('shows the options of the queue, without a way back to a menu that does not exist', () =>
    expectTalk(flow({ queues: [support] }), [
      [
        'Oi',
        'O que houve?\n\n*[ 1 ]* - Entrega\n*[ 2 ]* - Endereço\n*[ 3 ]* - Falar com uma pessoa',
        { phase: 'options', queueId: 2, optionId: null }
      ],
      ['2', 'Rua das Flores, 10\n\n*[ 0 ]* - Voltar\n*[ # ]* - Menu inicial', { phase: 'options', optionId: 20 }]
    ]))

  test('greets before the options as well', () =>
    expect(talkTo(flow({ queues: [support], greetsAlone: true })).writes('Oi')).toMatch(
      /^Olá!\n\nO que houve\?\n\n\*\[ 1 \]/
    ))
})

describe('a connection without queues', () => {
  test('greets once and leaves the rest to people', () =>
    expectTalk(flow({ queues: [] }), [
      ['Oi', 'Olá!', { phase: 'person', queueId: null }],
      ['Tem bolo?', null, { phase: 'person' }]
    ]))

  test('without greeting says nothing at all', () =>
    expectTalk(flow({ queues: [], greeting: ' ' }), [['Oi', null, { phase: 'person' }]]))
})

describe('the options of a queue', () => {
  const asked =
    'O que houve?\n\n*[ 1 ]* - Entrega\n*[ 2 ]* - Endereço\n*[ 3 ]* - Falar com uma pessoa\n\n*[ 0 ]* - Voltar'
  const ways = '*[ 0 ]* - Voltar\n*[ # ]* - Menu inicial'
  const delivery = `Sobre a sua entrega:\n\n*[ 1 ]* - Atrasada\n*[ 2 ]* - Não chegou\n\n${ways}`

  test('are walked down to their end, where whoever writes on gets a person', () =>
    expectTalk(flow(), [
      ['Oi', greeting, {}],
      ['2', asked, { phase: 'options', queueId: 2, optionId: null }],
      ['entrega', delivery, { optionId: 10 }],
      ['1', `Vamos verificar o atraso.\n\n${ways}`, { phase: 'options', optionId: 11 }],
      ['Obrigado', null, { phase: 'person', queueId: 2 }]
    ]))

  test('end at a person at once where there is nothing to say', () =>
    expectTalk(flow(), [
      ['Oi', greeting, {}],
      ['2', asked, {}],
      ['3', texts.waiting, { phase: 'person', queueId: 2, optionId: 30 }]
    ]))

  test('back goes up one step at a time, to the menu of queues in the end', () =>
    expectTalk(flow({ mostMenus: 5 }), [
      ['Oi', greeting, {}],
      ['2', asked, {}],
      ['1', delivery, {}],
      ['1', `Vamos verificar o atraso.\n\n${ways}`, { optionId: 11 }],
      ['0', delivery, { optionId: 10 }],
      ['0', asked, { phase: 'options', optionId: null }],
      ['0', menu, { phase: 'menu', queueId: null, menus: 2 }],
      ['1', 'Bem-vindo às vendas!', { phase: 'person', queueId: 1 }]
    ]))

  test('restart leads to the first menu from anywhere', () =>
    expectTalk(flow(), [
      ['Oi', greeting, {}],
      ['2', asked, {}],
      ['1', delivery, {}],
      ['#', greeting, { phase: 'menu', queueId: null, optionId: null, menus: 2 }]
    ]))

  test('with one queue, back and restart lead to its beginning', () => {
    const talk = talkTo(flow({ queues: [support], mostMenus: 1 }))
    const first = talk.writes('Oi')
    talk.writes('1')
    expect(talk.writes('0')).toBe(first)
    expect(talk.writes('0')).toBe(first)
    talk.writes('1')
    expect(talk.writes('*#*')).toBe(first)
    expect(talk.state).toMatchObject({ phase: 'options', queueId: 2, optionId: null })
  })

  test('what is none of them is asked again, and leads to a person of the queue in the end', () =>
    expectTalk(flow({ transferQueueId: 7 }), [
      ['Oi', greeting, {}],
      ['2', asked, {}],
      ['9', asked.replace('O que houve?', texts.invalid), { invalid: 1 }],
      ['bolo', asked.replace('O que houve?', texts.invalid), { invalid: 2 }],
      ['pão', texts.handOver, { phase: 'person', queueId: 2 }]
    ]))

  test('one option alone is taken by any word, but not by one written before it was offered', () => {
    const single = queue(3, 'Loja', { greeting: 'Loja', options: [option(31, 'Horário', 'Das 8 às 18')] })
    const talk = talkTo(flow({ queues: [single] }))
    talk.writes('Oi')
    const offeredAt = talk.now
    expect(talk.writes('tudo bem?', { at: offeredAt })).toBeNull()
    expect(talk.writes('que horas fecha?')).toBe('Das 8 às 18\n\n*[ 0 ]* - Voltar\n*[ # ]* - Menu inicial')
    expect(talk.state.optionId).toBe(31)
  })

  test('a file is no answer, and at the end of a way it is for a person', () => {
    const talk = talkTo(flow())
    for (const words of ['Oi', '2']) talk.writes(words)
    expect(talk.sends()).toContain(texts.invalid)
    talk.writes('2')
    expect(talk.sends()).toBeNull()
    expect(talk.state.phase).toBe('person')
  })
})

describe('what was changed meanwhile', () => {
  const inside: Partial<BotState> = { phase: 'options', queueId: 2, optionId: 11 }
  test('an option that is gone leaves the customer at the beginning of the queue', () => {
    const talk = talkTo(flow({ queues: [sales, { ...support, options: [option(40, 'Outra', 'outra')] }] }), inside)
    expect(talk.writes('1')).toContain('outra')
  })
  test('a queue that is gone starts the conversation anew', () =>
    expect(talkTo(flow({ queues: [sales, queue(9, 'Nova')] }), inside).writes('1')).toMatch(/^Olá!/))
  test('a queue that has lost its options starts anew, too', () =>
    expect(talkTo(flow({ queues: [sales, { ...support, options: [] }] }), inside).writes('1')).toMatch(/^Olá!/))
  test('a menu of which one queue is left is no menu any more', () => {
    const talk = talkTo(flow({ queues: [sales] }), { phase: 'menu' })
    talk.writes('2')
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 1 })
  })
})

describe('restart', () => {
  test('works for those who wait in a queue, as often as there are menus', () => {
    const talk = talkTo(flow({ mostMenus: 2 }))
    for (const words of ['Oi', '1']) talk.writes(words)
    expect(talk.writes('#')).toBe(greeting)
    talk.writes('1')
    expect(talk.writes('#')).toBe(texts.handOver)
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 1 })
  })
  test('is nothing but a word where there are no queues', () =>
    expect(talkTo(flow({ queues: [] }), { phase: 'person' }).writes('#')).toBeNull())
  test.each(['# oi', '##', 'a#', '#1'])('%j does not mean it', (words) =>
    expect(talkTo(flow(), { phase: 'person' }).writes(words)).toBeNull()
  )
})

describe('messages that are old when they are read', () => {
  test('are not greeted; the next live one is', () => {
    const talk = talkTo(flow())
    expect(talk.writes('Oi', { isStale: true })).toBeNull()
    expect(talk.sends({ isStale: true })).toBeNull()
    expect(talk.state.phase).toBe('start')
    expect(talk.writes('Alguém aí?')).toBe(greeting)
  })
  test('answer what was asked, but count for nothing where they do not', () => {
    const talk = talkTo(flow())
    talk.writes('Oi')
    expect(talk.writes('bolo', { isStale: true })).toBeNull()
    expect(talk.writes('#', { isStale: true })).toBeNull()
    expect(talk.state).toMatchObject({ invalid: 0, menus: 1 })
    expect(talk.writes('1', { isStale: true })).toBe('Bem-vindo às vendas!')
  })
  test('do not end a way', () => {
    const talk = talkTo(flow(), { phase: 'options', queueId: 2, optionId: 20 })
    talk.writes('obrigado', { isStale: true })
    expect(talk.state.phase).toBe('options')
  })
})

describe('calls', () => {
  const refusing = flow({ refusesCalls: true })
  test('are refused with a text each, without touching what was asked', () => {
    const talk = talkTo(refusing)
    expect(talk.rings()).toBe(texts.callRefused)
    expect(talk.state.phase).toBe('start')
    expect(talk.writes('Oi')).toBe(greeting)
    expect(talk.rings()).toBe(texts.callRefused)
    expect(talk.state).toMatchObject({ phase: 'menu', invalid: 0 })
    expect(talkTo(refusing, { phase: 'person' }).rings()).toBe(texts.callRefused)
  })
  test('are nothing to the bot where they are accepted, or long over', () => {
    expect(talkTo(flow()).rings()).toBeNull()
    expect(talkTo(refusing).rings({ isStale: true })).toBeNull()
  })
})

describe('a new conversation in the same ticket', () => {
  test('starts from the beginning', () => {
    const talk = talkTo(flow({ mostMenus: 1 }))
    for (const words of ['Oi', 'bolo', 'pão']) talk.writes(words)
    talk.wait(hour).happens({ type: 'began' })
    expect(talk.state).toMatchObject({ phase: 'start', menus: 0, invalid: 0 })
    expect(talk.writes('Oi')).toBe(greeting)
  })
})

test.each(['pt', 'en', 'es'] as const)('every text is there in %s', (language) => {
  const own = textsIn(language)
  expect(Object.keys(own)).toEqual(Object.keys(texts))
  expect(
    Object.values(own)
      .flat()
      .filter((text) => text.trim() === '')
  ).toEqual([])
  const talk = talkTo(flow({ language }))
  talk.writes('Oi')
  expect(talk.writes('bolo')).toContain(own.invalid)
})

describe('people who take part', () => {
  test('by answering on the phone end the bot, in whatever it asked', () => {
    const talk = talkTo(flow())
    talk.writes('Oi')
    expect(talk.happens({ type: 'answered' })).toEqual([])
    expect(talk.state.phase).toBe('person')
    expect(talk.writes('1')).toBeNull()
  })
  test('do not end the waiting for a rating', () => {
    const talk = talkTo(flow(), { phase: 'rating', ratingUntil: Number.MAX_SAFE_INTEGER })
    talk.happens({ type: 'answered' })
    expect(talk.state.phase).toBe('rating')
  })
  test('cannot lose a ticket to a customer who writes #', () => {
    const talk = talkTo(flow(), { phase: 'person' })
    expect(talk.happens({ type: 'text', text: '#', at: talk.now, isStale: false, isServed: true })).toEqual([])
    expect(talk.state.phase).toBe('person')
  })
})
