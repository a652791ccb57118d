// A ticket that somebody answers instead of the bot: what is said in it, and the ways out, to people or to its end.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { closeTicket, lockTicketById, changeTicket } from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateOf } from './bot-cursor.ts'
import { autoResponderAssignment, type AutoResponder } from '../flow/bot-flow.ts'
import type { BotState } from '../machine/bot-state.ts'
import { left } from '../machine/bot-steps.ts'
import { botOf, saveBot, type BotRow } from './bot.repo.ts'
import { flowOf } from '../flow/load-flow.ts'
import { spoken } from '../machine/robots.ts'
import { say, type Said } from './say.ts'

export interface Answering {
  ticket: Ticket
  row: BotRow
  state: BotState
}

/** The ticket, held, while it is with this autoResponder; null once people have it, it is closed, or it went elsewhere. */
export async function lockAutoResponder(
  tx: Ctx,
  companyId: number,
  ticketId: number,
  { kind, id }: AutoResponder
): Promise<Answering | null> {
  const ticket = await lockTicketById(tx, companyId, ticketId)
  const row = ticket?.chatbot && ticket.status === 'pending' ? await botOf(tx.db, companyId, ticketId) : null
  if (!ticket || !row) return null
  const state = stateOf(row, ticket)
  const isHere = (kind === 'prompt' ? ticket.promptId : ticket.integrationId) === id
  return state.phase === 'answerer' && isHere ? { ticket, row, state } : null
}

function remember(tx: Ctx, { ticket, row }: Answering, state: BotState): Promise<void> {
  return saveBot(tx.db, {
    companyId: ticket.companyId,
    ticketId: ticket.id,
    seenSeq: row.seenSeq,
    lateIds: row.lateIds,
    ratingUntil: null,
    state: { ...state }
  })
}

/** Says something in the auto responder's name. The first words of a reply count for the breaker between robots. */
export async function speakAsAutoResponder(tx: Ctx, at: Answering, said: Said, isFirst: boolean): Promise<Answering> {
  const state = isFirst ? spoken(at.state, tx.now().getTime()) : at.state
  await say(tx, at.ticket, [said])
  if (isFirst) await remember(tx, at, state)
  return { ...at, state }
}

/** The ticket waits for people, in the queue that is named, else where it is; a user who is named has it at once. */
export async function leaveToPeople(
  tx: Ctx,
  at: Answering,
  { queueId, userId }: { queueId: number | null; userId: number | null }
): Promise<Ticket> {
  const { ticket, state } = at
  const { companyId, whatsappId } = ticket
  const flow = whatsappId === null ? null : await flowOf(tx, { companyId, connectionId: whatsappId })
  const place = queueId ?? state.queueId ?? flow?.transferQueueId ?? null
  await remember(tx, at, { ...left(state), queueId: place })
  return changeTicket(tx, ticket, {
    queueId: place,
    chatbot: false,
    queueOptionId: null,
    amountUsedBotQueues: 0,
    ...autoResponderAssignment(null),
    ...(userId === null ? {} : { userId, status: 'open' as const })
  })
}

/** The conversation is over and nobody is needed. */
export async function closeAnswered(tx: Ctx, at: Answering): Promise<void> {
  await remember(tx, at, { ...left(at.state), phase: 'ended' })
  await closeTicket(tx, at.ticket)
}
