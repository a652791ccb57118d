// A conversation with the bot that nobody else sees: what was said, and where it stands.
import { useRef, useState } from 'react'
import { tryChatbot, type BotState } from '@guiche/shared/features/automation/chatbot.ts'
import type { EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'

type TryInput = Exclude<NonNullable<EndpointInput<typeof tryChatbot>['body']>, { append: unknown }>
export type TryEvent = TryInput['event']

/** What is seen of one step; `note` says what happened where nothing was said. */
export interface TryLine {
  id: number
  from: 'customer' | 'bot' | 'note'
  text: string
  kind?: 'file' | 'files' | 'call' | 'resolve' | 'silent' | 'answerer' | 'person' | 'rating' | 'reopened'
  queue?: string | undefined
}

export interface TrialTarget {
  queueId: number | null
  whatsappId: number | null
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

/** The conversation at a place; `at` is when it happens, ISO text, or null for now. */
export function useTryTalk(place: TrialTarget, at: string | null) {
  const [lines, setLines] = useState<readonly TryLine[]>([])
  const [isBusy, setBusy] = useState(false)
  const state = useRef<BotState | null>(null)
  const count = useRef(0)
  // A new conversation has begun since: what comes now is of the old one.
  const round = useRef(0)

  const add = (added: NewLine[]) =>
    setLines((before) => [...before, ...added.map((line) => ({ ...line, id: ++count.current }))])
  const send = async (event: TryEvent): Promise<void> => {
    const mine = round.current
    add([customerLine(event)])
    setBusy(true)
    try {
      const answer = await call(tryChatbot, { body: { ...place, event, at, state: state.current } })
      if (mine !== round.current) return
      add(linesOf(state.current, answer))
      state.current = answer.state
    } catch (error) {
      notify.error(error)
    } finally {
      if (mine === round.current) setBusy(false)
    }
  }
  const restart = () => {
    round.current++
    state.current = null
    setLines([])
    setBusy(false)
  }
  return { lines, isBusy, send, restart }
}
