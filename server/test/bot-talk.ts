// A conversation with the bot's pure machine: flows to talk about, and a customer who writes at a clock that is moved.
import type { BotFlow, FlowOption, FlowQueue } from '#features/automation/chatbot/bot-flow.ts'
import { step } from '#features/automation/chatbot/bot-machine.ts'
import { newState, type BotAction, type BotEvent, type BotState } from '#features/automation/chatbot/bot-state.ts'

export function option(id: number, title: string, message = '', children: FlowOption[] = []): FlowOption {
  return {
    id,
    title,
    message,
    fileListId: null,
    children
  }
}

export function queue(id: number, name: string, wishes: Partial<FlowQueue> = {}): FlowQueue {
  return {
    id,
    name,
    greeting: '',
    outOfHours: '',
    hours: null,
    options: [],
    answerer: null,
    ...wishes
  }
}

/** Sales greets and is served by people; support asks further. */
export const sales = queue(1, 'Vendas', { greeting: 'Bem-vindo às vendas!' })
export const support = queue(2, 'Suporte', {
  greeting: 'O que houve?',
  options: [
    option(10, 'Entrega', 'Sobre a sua entrega:', [
      option(11, 'Atrasada', 'Vamos verificar o atraso.'),
      option(12, 'Não chegou')
    ]),
    option(20, 'Endereço', 'Rua das Flores, 10'),
    option(30, 'Falar com uma pessoa')
  ]
})

export function flow(wishes: Partial<BotFlow> = {}): BotFlow {
  return {
    language: 'pt',
    greeting: 'Olá!',
    completion: 'Até logo!',
    ratingRequest: '',
    outOfHours: '',
    mostMenus: 3,
    menuInterval: 0,
    greetsAlone: false,
    transferQueueId: null,
    answerer: null,
    queues: [sales, support],
    hours: null,
    asksRating: false,
    refusesCalls: false,
    ...wishes
  }
}

/** Wednesday, noon in São Paulo. */
export const noon = Date.parse('2026-11-18T12:00:00-03:00')
export const minute = 60_000
export const hour = 60 * minute

export interface Talk {
  state: BotState
  now: number
  /** Moves the clock. */
  wait(ms: number): Talk
  /** What the bot does about an event. */
  happens(event: BotEvent): BotAction[]
  /** The customer writes, ten seconds after what came before; the bot's reply, null when it says nothing. */
  writes(text: string, wishes?: { at?: number; isStale?: boolean }): string | null
  /** The same for a file. */
  sends(wishes?: { isStale?: boolean }): string | null
  rings(wishes?: { isStale?: boolean }): string | null
}

export function said(actions: readonly BotAction[]): string | null {
  const texts = actions.flatMap((action) => (action.type === 'say' ? [action.text] : []))
  if (texts.length > 1) throw new Error(`two replies to one event: ${texts.join(' | ')}`)
  return texts[0] ?? null
}

/** A ticket's talk with a bot from its first message on. */
export function talkTo(told: BotFlow, start: Partial<BotState> = {}, now = noon): Talk {
  const happens = (event: BotEvent): BotAction[] => {
    const next = step(talk.state, event, told, talk.now)
    talk.state = next.state
    return next.actions
  }
  const customer = (make: (at: number) => BotEvent): string | null => {
    talk.now += 10_000
    return said(happens(make(talk.now)))
  }
  const talk: Talk = {
    state: { ...newState(), ...start },
    now,
    wait: (ms) => {
      talk.now += ms
      return talk
    },
    happens,
    writes: (text, { at, isStale = false } = {}) =>
      customer((present) => ({ type: 'text', text, at: at ?? present, isStale })),
    sends: ({ isStale = false } = {}) => customer((at) => ({ type: 'other', at, isStale })),
    rings: ({ isStale = false } = {}) => customer((at) => ({ type: 'call', at, isStale }))
  }
  return talk
}
