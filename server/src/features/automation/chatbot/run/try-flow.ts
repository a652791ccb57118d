// Runs a step of a conversation as a customer would have it, with what is configured now; nothing is stored or sent.
import type { tryChatbot } from '@guiche/shared/features/automation/chatbot.ts'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { EndpointReply, EndpointRequest } from '@guiche/shared/kernel/endpoint.ts'
import { showFileList } from '#features/library/file-lists/file-lists.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BotFlow } from '../flow/bot-flow.ts'
import { step } from '../machine/bot-machine.ts'
import { newState, type BotEvent, type BotState } from '../machine/bot-state.ts'
import { settling } from '../machine/bot-steps.ts'
import { loadFlow, loadQueueFlow } from '../flow/load-flow.ts'

type Request = EndpointRequest<typeof tryChatbot>['body']

function eventOf({ event }: Request, now: number): BotEvent {
  const written = { at: now, isStale: false }
  switch (event.type) {
    case 'text':
      return { type: 'text', text: event.text, ...written }
    case 'file':
      return { type: 'other', ...written }
    case 'call':
      return { type: 'call', ...written }
    case 'resolve':
      return { type: 'resolved', wasServed: true }
  }
}

async function flowFor(ctx: Ctx, companyId: number, { queueId, whatsappId }: Request): Promise<BotFlow> {
  if (whatsappId != null) return loadFlow(ctx, { companyId, connectionId: whatsappId })
  if (queueId != null) return loadQueueFlow(ctx, companyId, queueId)
  throw new AppError('ERR_VALIDATION', { fields: { queueId: 'ERR_VALIDATION' } })
}

/** A closed ticket that somebody writes into begins anew; a queue alone is where the ticket already is. */
function startOf(given: BotState | null | undefined, flow: BotFlow): BotState {
  if (given && given.phase !== 'ended') return given
  return { ...newState(), queueId: flow.queues.length === 1 ? (flow.queues[0]?.id ?? null) : null }
}

/** Errors: ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, ERR_VALIDATION when neither is named. */
export async function tryFlow(ctx: Ctx, actor: Actor, body: Request): Promise<EndpointReply<typeof tryChatbot>> {
  const flow = await flowFor(ctx, actor.companyId, body)
  const begun = startOf(body.state, flow)
  const asked = body.at ? new Date(body.at).getTime() : ctx.now().getTime()
  // Whoever tries out types fast: an answer always comes after its question was read.
  const now = Math.max(asked, (begun.askedAt ?? 0) + settling)
  const { state, actions } = step(begun, eventOf(body, now), { flow, now })
  const { name, timeZone } = await companyById(ctx, actor.companyId)
  const queue = flow.queues.find(({ id }) => id === state.queueId)
  const fill = (text: string): string =>
    fillVariables(text, {
      now: new Date(now),
      timeZone,
      language: flow.language,
      contact: { name: actor.name, number: '' },
      queue: queue?.name ?? null,
      company: name
    })
  const said = actions.find((action) => action.type === 'say')
  const sent = actions.find((action) => action.type === 'send-files')
  const list = sent ? await showFileList(ctx, actor, sent.fileListId) : null
  const rated = actions.find((action) => action.type === 'rate')
  return {
    state,
    reply: said ? fill(said.text) : null,
    fileList: list && { id: list.id, name: list.name },
    rating: rated?.rating ?? null,
    isReopened: actions.some(({ type }) => type === 'reopen'),
    queue: queue ? { id: queue.id, name: queue.name } : null
  }
}
