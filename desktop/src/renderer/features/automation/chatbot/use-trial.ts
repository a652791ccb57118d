// A conversation with the bot that nobody else sees: what was said, and where it stands.
import { useRef, useState } from 'react'
import { tryChatbot, type BotState } from '@guiche/shared/features/automation/chatbot.ts'
import type { EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { errorText } from '#platform/net/error-text.ts'

type TryInput = Exclude<NonNullable<EndpointInput<typeof tryChatbot>['body']>, { append: unknown }>
type TryEvent = TryInput['event']

/** What is seen of one step; `note` says what happened where nothing was said. */
export interface TryLine {
  id: number
  from: 'customer' | 'bot' | 'note'
  text: string
  kind?: 'file' | 'files' | 'call' | 'resolve' | 'silent' | 'answerer' | 'person' | 'rating' | 'reopened' | 'failed'
  queue?: string | undefined
}

/** How the customer arrives: null goes straight into the queue, else through a connection and its menu. */
export interface TrialTarget {
  whatsappId: number | null
  /** When it happens, as typed by the clocks of this computer; empty means now. */
  when: string
}

interface Reply {
  state: BotState
  reply: string | null
  fileList: { name: string } | null
  rating: number | null
  isReopened: boolean
  queue: { name: string } | null
}

type NewLine = Omit<TryLine, 'id'>

const customerLine = (event: TryEvent): NewLine =>
  event.type === 'text' ? { from: 'customer', text: event.text } : { from: 'note', text: '', kind: event.type }

/** What an answer is worth saying: the bot's words, and the turns a conversation takes. */
function linesOf(before: BotState | null, { state, reply, fileList, rating, isReopened, queue }: Reply): NewLine[] {
  return [
    ...(isReopened ? [{ from: 'note' as const, text: '', kind: 'reopened' as const }] : []),
    ...(rating === null ? [] : [{ from: 'note' as const, text: String(rating), kind: 'rating' as const }]),
    ...(reply === null ? [] : [{ from: 'bot' as const, text: reply }]),
    ...(fileList === null ? [] : [{ from: 'note' as const, text: fileList.name, kind: 'files' as const }]),
    ...(state.phase === 'person' && before?.phase !== 'person'
      ? [{ from: 'note' as const, text: '', kind: 'person' as const, queue: queue?.name }]
      : state.phase === 'answerer'
        ? [{ from: 'note' as const, text: '', kind: 'answerer' as const }]
        : reply === null && rating === null
          ? [{ from: 'note' as const, text: '', kind: 'silent' as const }]
          : [])
  ]
}

function instantOf(when: string): string | null {
  const date = when === '' ? null : new Date(when)
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** The option of a queue where the conversation stands; null anywhere else. */
export function trialOptionId(state: BotState | null, queueId: number): number | null {
  if (state === null || state.queueId !== queueId) return null
  return state.phase === 'options' || state.phase === 'person' ? state.optionId : null
}

export type Trial = ReturnType<typeof useTrial>

/** The conversation with the bot of a queue: the server runs its one machine on every step. */
export function useTrial(queueId: number) {
  const [target, setTarget] = useState<TrialTarget>({ whatsappId: null, when: '' })
  const [lines, setLines] = useState<readonly TryLine[]>([])
  const [isBusy, setBusy] = useState(false)
  const [state, setState] = useState<BotState | null>(null)
  const count = useRef(0)
  // A new conversation has begun since: what comes now is of the old one.
  const round = useRef(0)

  const add = (added: NewLine[]) =>
    setLines((before) => [...before, ...added.map((line) => ({ ...line, id: ++count.current }))])
  const send = async (event: TryEvent): Promise<void> => {
    const mine = round.current
    const { whatsappId, when } = target
    const place = whatsappId === null ? { queueId, whatsappId } : { queueId: null, whatsappId }
    add([customerLine(event)])
    setBusy(true)
    try {
      const answer = await call(tryChatbot, { body: { ...place, event, at: instantOf(when), state } })
      if (mine !== round.current) return
      add(linesOf(state, answer))
      setState(answer.state)
    } catch (error) {
      if (mine === round.current) add([{ from: 'note', text: errorText(error), kind: 'failed' }])
    } finally {
      if (mine === round.current) setBusy(false)
    }
  }
  const restart = () => {
    round.current++
    setState(null)
    setLines([])
    setBusy(false)
  }
  /** Arriving another way is another conversation; another time goes on with this one. */
  const aim = (next: TrialTarget) => {
    setTarget(next)
    if (next.whatsappId !== target.whatsappId) restart()
  }
  return { lines, isBusy, state, target, send, restart, aim }
}
