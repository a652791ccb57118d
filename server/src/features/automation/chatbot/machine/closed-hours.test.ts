// Outside opening hours: the company's or a queue's, said once for as long as it stays closed.
import { describe, expect, test } from 'vitest'
import type { OpeningHours } from '@guiche/shared/features/org/opening-hours.ts'
import { flow, hour, minute, queue, sales, support, talkTo } from '#test/fixtures/bot-talk.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
function daily(startTime: string, endTime: string): OpeningHours {
  return {
    timeZone: 'America/Sao_Paulo',
    schedules: days.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime })),
    holidays: []
  }
}
const evening = Date.parse('2026-11-18T20:00:00-03:00')
const company = flow({ hours: daily('08:00', '18:00'), outOfHours: 'Estamos fechados.' })

describe('of the company', () => {
  test('are said once an evening, and nothing else is said', () => {
    const talk = talkTo(company, {}, evening)
    expect(talk.writes('Oi')).toBe('Estamos fechados.')
    expect(talk.writes('Alguém?')).toBeNull()
    expect(talk.writes('#')).toBeNull()
    expect(talk.state).toMatchObject({ phase: 'start', closedUntil: Date.parse('2026-11-19T08:00:00-03:00') })
  })

  test('are over in the morning, when the menu comes', () => {
    const talk = talkTo(company, {}, evening)
    talk.writes('Oi')
    expect(talk.wait(13 * hour).writes('Bom dia')).toMatch(/^Olá!/)
  })

  test('are said again on the next evening', () => {
    const talk = talkTo(company, {}, evening)
    talk.writes('Oi')
    expect(talk.wait(24 * hour).writes('E agora?')).toBe('Estamos fechados.')
  })

  test('are said to those who wait for a person, too, and leave a half-answered menu as it is', () => {
    expect(talkTo(company, { phase: 'person', queueId: 1 }, evening).writes('Oi')).toBe('Estamos fechados.')
    const talk = talkTo(company, { phase: 'options', queueId: 2 }, evening)
    expect(talk.writes('1')).toBe('Estamos fechados.')
    expect(talk.state).toMatchObject({ phase: 'options', queueId: 2 })
  })

  test('change nothing while it is open, or where there is nothing to say', () => {
    expect(talkTo(company).writes('Oi')).toMatch(/^Olá!/)
    expect(talkTo({ ...company, outOfHours: ' ' }, {}, evening).writes('Oi')).toMatch(/^Olá!/)
  })

  test('are not told to who wrote long ago', () => {
    const talk = talkTo(company, {}, evening)
    expect(talk.writes('Oi', { isStale: true })).toBeNull()
    expect(talk.writes('Oi')).toBe('Estamos fechados.')
  })

  test('that never come are said once a day', () => {
    const talk = talkTo({ ...company, hours: daily('00:00', '00:00') }, {}, evening)
    expect(talk.writes('Oi')).toBe('Estamos fechados.')
    expect(talk.wait(23 * hour).writes('Oi')).toBeNull()
    expect(talk.wait(2 * hour).writes('Oi')).toBe('Estamos fechados.')
  })
})

describe('of a queue', () => {
  const closed = { ...sales, hours: daily('08:00', '18:00'), outOfHours: 'As vendas abrem às 8.' }
  const queues = [closed, { ...support, hours: daily('00:00', '23:59') }]
  const told = flow({ queues, outOfHours: 'Da conexão.' })

  test('are said where it is chosen, and the ticket waits in it', () => {
    const talk = talkTo(told, {}, evening)
    talk.writes('Oi')
    expect(talk.writes('1')).toBe('As vendas abrem às 8.')
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 1 })
    expect(talk.writes('Oi?')).toBeNull()
  })

  test('leave a way to the other queues', () => {
    const talk = talkTo(told, {}, evening)
    for (const words of ['Oi', '1']) talk.writes(words)
    expect(talk.writes('#')).toMatch(/^Olá!/)
    expect(talk.writes('2')).toMatch(/^O que houve\?/)
    const alone = talkTo(
      { ...told, queues: [closed], autoResponder: { kind: 'prompt', id: 1 } },
      { queueId: 1 },
      evening
    )
    expect(alone.writes('Oi')).toBe('As vendas abrem às 8.')
    expect(alone.happens({ type: 'text', text: '#', at: alone.now, isStale: false })).toEqual([])
  })

  test('do not close another queue', () => {
    const talk = talkTo(told, {}, evening)
    talk.writes('Oi')
    expect(talk.writes('2')).toMatch(/^O que houve\?/)
  })

  test('without words of its own use those of the connection', () => {
    const talk = talkTo({ ...told, queues: [{ ...closed, outOfHours: '' }, support] }, {}, evening)
    talk.writes('Oi')
    expect(talk.writes('1')).toBe('Da conexão.')
  })

  test('without any words are no reason to stop', () => {
    const talk = talkTo(flow({ queues: [{ ...closed, outOfHours: '' }, support] }), {}, evening)
    talk.writes('Oi')
    expect(talk.writes('1')).toBe('Bem-vindo às vendas!')
  })

  test('that is the only one are said at once', () => {
    const talk = talkTo(flow({ queues: [closed], greetsAlone: true }), { queueId: 1 }, evening)
    expect(talk.writes('Oi')).toBe('As vendas abrem às 8.')
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 1 })
  })

  test('that closes while somebody chooses hands over to the morning', () => {
    const late = { ...support, hours: daily('08:00', '18:00'), outOfHours: 'O suporte abre às 8.' }
    const talk = talkTo(flow({ queues: [sales, late] }), {}, Date.parse('2026-11-18T17:59:00-03:00'))
    talk.writes('Oi')
    talk.writes('2')
    expect(talk.wait(5 * minute).writes('1')).toBe('O suporte abre às 8.')
    expect(talk.state).toMatchObject({ phase: 'person', queueId: 2 })
  })

  test('are chosen again without being said again', () => {
    const talk = talkTo(flow({ queues: [closed, queue(9, 'Outra')], mostMenus: 9 }), {}, evening)
    for (const words of ['Oi', '1']) talk.writes(words)
    expect(talk.state.closedUntil).toBe(Date.parse('2026-11-19T08:00:00-03:00'))
    expect(talk.writes('Oi')).toBeNull()
  })
})
