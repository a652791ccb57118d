// One reply with a Typebot flow, over its public API: a chat is started, continued, started anew, or ended by a word.
import type { Ctx } from '#platform/ctx.ts'
import { AutoResponderError, type Asking, type Reply } from '#features/automation/auto-responders/reply.ts'
import { accepted, callFlow, jsonIn } from './call-flow.ts'
import type { IntegrationRow } from './integrations.repo.ts'
import {
  stepOf,
  typebotAnswer,
  typebotSession,
  wordsOf,
  type TypebotAnswer,
  type TypebotSession
} from './typebot-talk.ts'

const urlOf = ({ urlN8N }: Pick<IntegrationRow, 'urlN8N'>, path: string): string =>
  urlN8N === '' ? '' : `${urlN8N.replace(/\/+$/, '')}/api/v1/${path}`

function read(text: string): TypebotAnswer {
  const parsed = typebotAnswer.safeParse(jsonIn(text))
  if (!parsed.success) throw new AutoResponderError('unreadable', '')
  return parsed.data
}

/** Begins a chat; `variables` are what the flow may know of the customer. Errors: AutoResponderError. */
export async function startTypebot(
  ctx: Ctx,
  row: Pick<IntegrationRow, 'companyId' | 'urlN8N' | 'typebotSlug'>,
  variables: Record<string, string>
): Promise<TypebotAnswer> {
  const url = urlOf(row, `typebots/${encodeURIComponent(row.typebotSlug)}/startChat`)
  const body = JSON.stringify({ prefilledVariables: variables })
  return read(accepted(await callFlow(ctx, { companyId: row.companyId, url, body })))
}

/** Null when Typebot knows the chat no more. */
async function goOn(ctx: Ctx, row: IntegrationRow, sessionId: string, message: string): Promise<TypebotAnswer | null> {
  const url = urlOf(row, `sessions/${encodeURIComponent(sessionId)}/continueChat`)
  const answer = await callFlow(ctx, { companyId: row.companyId, url, body: JSON.stringify({ message }) })
  return answer.status === 404 ? null : read(accepted(answer))
}

const sessionIn = ({ session }: Asking): TypebotSession | null => typebotSession.safeParse(session).data ?? null

/** Errors: AutoResponderError. */
export async function askTypebot(ctx: Ctx, row: IntegrationRow, asking: Asking): Promise<Reply> {
  const { ticket, messages } = asking
  const now = ctx.now().getTime()
  const before = sessionIn(asking)
  const text = messages.map(({ body }) => body).join('\n')
  const step = stepOf(row, before, text, now)
  const reply = { delay: row.typebotDelayMessage, session: null, ending: null }
  if (step.kind === 'finish') return { ...reply, says: [], ending: { kind: 'close' } }
  const { name, number } = ticket.contact
  const begin = () =>
    startTypebot(ctx, row, { name, pushName: name, number: number ?? '', ticketId: String(ticket.id) })
  const given = step.kind === 'go on' ? await goOn(ctx, row, step.sessionId, step.text) : null
  const answer = given ?? (await begin())
  const { says, choices, leave } = wordsOf(answer)
  const isDumb = says.length === 0 && leave === null
  const first = step.kind === 'restart' ? [row.typebotRestartMessage] : []
  const words = [...first, ...(isDumb ? [row.typebotUnknownMessage] : says)].filter((word) => word.trim() !== '')
  const sessionId = answer.sessionId ?? before?.sessionId
  return {
    ...reply,
    says: words.map((word) => ({ text: word })),
    session: sessionId === undefined ? null : { sessionId, at: now, choices },
    ending: leave && { kind: 'people', why: 'asked', detail: '', ...leave }
  }
}
