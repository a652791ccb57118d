// Works off what came into a ticket: the machine's steps, and what they do, in one transaction. Killed in between, nothing
// has happened; run again, nothing happens twice.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { arrivedSince, type Arrived } from '#features/inbox/messages/receive/read-arrivals.ts'
import { clearUnread } from '#features/inbox/tickets/tickets.service.ts'
import {
  lockTicketById,
  rateTicket,
  reopenTicket,
  changeTicket
} from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import { isMessageLimit } from '#features/org/quotas/count-messages.ts'
import { userById } from '#features/org/users/users.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { cursorOf } from './bot-cursor.ts'
import { autoResponderOf, autoResponderAssignment, type BotFlow } from '../flow/bot-flow.ts'
import { autoResponderAsked } from '../chatbot.events.ts'
import { sendFileListJob } from '../chatbot.jobs.ts'
import { step } from '../machine/bot-machine.ts'
import type { BotContext } from '../machine/bot-steps.ts'
import { isClosing, isListening, type BotAction, type BotEvent, type BotState } from '../machine/bot-state.ts'
import { botOf, saveBot } from './bot.repo.ts'
import { flowOf, maySpeak } from '../flow/load-flow.ts'
import { say, sayIfPossible, type Said } from './say.ts'
import type { FileListTask } from './send-file-list.ts'

export interface ArrivedTicket {
  ticketId: number
  seq: number
  isFresh: boolean
  lateIds: string[]
  /** Not for the bot; it goes on behind them. */
  claimedIds: string[]
}

/** Milliseconds after which a message is too old to be answered by a bot. */
const staleAfter = 10 * 60_000
/** Late messages that are remembered. */
const rememberedLate = 20

/** What a message is to the bot; null for one that cannot be read yet. */
export function eventOf(message: Arrived, ticket: Pick<Ticket, 'status'>, now: number): BotEvent | null {
  if (message.mediaType === 'ciphertext') return null
  if (message.fromMe) return { type: 'answered' }
  const at = message.sentAt.getTime()
  const written = { at, isStale: now - at > staleAfter }
  if (message.mediaType === 'call_log') return { type: 'call', ...written }
  if (message.mediaType !== 'chat') return { type: 'other', ...written }
  return { type: 'text', text: message.body, isServed: ticket.status === 'open', ...written }
}

/** An attendant who is there answers; the bot says nothing then. */
const hasAttendant = async (tx: Ctx, { status, userId, companyId }: Ticket): Promise<boolean> =>
  status === 'open' && userId !== null && (await userById(tx, companyId, userId)).online

interface Outcome {
  state: BotState
  says: Said[]
  /** Lists whose files go after what is said. */
  files: Pick<FileListTask, 'fileListId' | 'answers'>[]
  /** Messages for whoever answers instead of the bot. */
  asks: Arrived[]
  rating: number | null
  /** Something was written that wants nothing. */
  isClosingRemark: boolean
  isReopened: boolean
}

/** The machine's way through all that came in. */
function runThrough(start: BotState, messages: Arrived[], ticket: Ticket, context: BotContext): Outcome {
  const outcome: Outcome = {
    state: start,
    says: [],
    files: [],
    asks: [],
    rating: null,
    isClosingRemark: false,
    isReopened: false
  }
  const act = (action: BotAction, message: Arrived): void => {
    if (action.type === 'say') outcome.says.push({ text: action.text, answers: message.id })
    if (action.type === 'send-files') outcome.files.push({ fileListId: action.fileListId, answers: message.id })
    if (action.type === 'ask') outcome.asks.push(message)
    if (action.type === 'rate') outcome.rating = action.rating
    if (action.type === 'closing-remark') outcome.isClosingRemark = true
    if (action.type === 'reopen') outcome.isReopened = true
  }
  for (const message of messages) {
    const event = eventOf(message, ticket, context.now)
    if (event === null) continue
    const { state, actions } = step(outcome.state, event, context)
    outcome.state = state
    for (const action of actions) act(action, message)
  }
  return outcome
}

/** What of a ticket shows where the bot stands. */
function placeOf(state: BotState, flow: BotFlow, ticket: Ticket) {
  const autoResponder = state.phase === 'answerer' ? autoResponderOf(flow, state.queueId) : null
  return {
    queueId: state.queueId,
    chatbot: isListening(state),
    queueOptionId: isListening(state) ? state.optionId : null,
    amountUsedBotQueues: isListening(state) ? state.menus : 0,
    // What people set on a ticket that the bot has not is theirs.
    ...(ticket.chatbot || autoResponder ? autoResponderAssignment(autoResponder) : {})
  }
}

/** The ticket after the steps; null when it cannot be opened again. */
async function move(
  tx: Ctx,
  ticket: Ticket,
  { state, rating, isClosingRemark, isReopened }: Outcome,
  flow: BotFlow
): Promise<Ticket | null> {
  const place = placeOf(state, flow, ticket)
  if (rating !== null) await rateTicket(tx, ticket, rating)
  if (isReopened) return reopenTicket(tx, ticket, place)
  const isMoved = (Object.keys(place) as (keyof typeof place)[]).some((key) => place[key] !== ticket[key])
  const moved = isMoved ? await changeTicket(tx, ticket, place) : ticket
  // Whoever rates or thanks wants nothing any more.
  if (rating !== null || isClosingRemark) await clearUnread(tx, ticket.companyId, ticket.id)
  return moved
}

/** Hands what is not for the bot to whoever answers the ticket now. */
async function ask(
  tx: Ctx,
  ticket: Ticket,
  { before, outcome, flow, seq }: { before: BotState; outcome: Outcome; flow: BotFlow; seq: number }
): Promise<void> {
  const { state, asks } = outcome
  const autoResponder = state.phase === 'answerer' ? autoResponderOf(flow, state.queueId) : null
  const isNew = before.phase !== 'answerer'
  const [first] = asks
  if (!autoResponder || (!first && !isNew)) return
  const place = first ? { before: first.seq - 1, last: asks.at(-1)?.seq ?? first.seq } : { before: seq, last: null }
  await autoResponderAsked.run(tx, { ticket, autoResponder, isNew, ...place })
}

/** Works off one ticket; without a word, where it is closed, once the plan has no messages left. */
function runBot(ctx: Ctx, companyId: number, heard: ArrivedTicket, isMute = false): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockTicketById(tx, companyId, heard.ticketId)
    if (!ticket || ticket.whatsappId === null || ticket.isGroup || (isMute && ticket.status !== 'closed')) return
    const flow = await flowOf(tx, { companyId, connectionId: ticket.whatsappId })
    const now = tx.now().getTime()
    if (!maySpeak(flow, now)) return
    const row = await botOf(tx.db, companyId, ticket.id)
    const { state, seq } = cursorOf(row, ticket, heard)
    const lateIds = heard.lateIds.filter((id) => row?.lateIds.includes(id) !== true)
    const messages = await arrivedSince(tx, companyId, ticket.id, { seq, ids: lateIds })
    if (messages.length === 0) return
    const isSilent = await hasAttendant(tx, ticket)
    const meant = isSilent ? [] : messages.filter(({ id }) => !heard.claimedIds.includes(id))
    const outcome = runThrough(state, meant, ticket, { flow, now })
    const moved = await move(tx, ticket, outcome, flow)
    const newest = Math.max(seq, ...messages.map((message) => message.seq))
    if (moved) {
      await (isMute ? sayIfPossible : say)(tx, moved, outcome.says)
      for (const files of outcome.files) {
        await tx.jobs.add(tx, sendFileListJob, { companyId, ticketId: ticket.id, ...files })
      }
      await ask(tx, moved, { before: state, outcome, flow, seq: newest })
    }
    const { ratingUntil } = outcome.state
    await saveBot(tx.db, {
      companyId,
      ticketId: ticket.id,
      seenSeq: newest,
      state: { ...(moved ? outcome.state : state) },
      lateIds: [...(row?.lateIds ?? []), ...lateIds].slice(-rememberedLate),
      ratingUntil: isClosing(outcome.state) && ratingUntil !== null ? new Date(ratingUntil) : null
    })
  })
}

/** The ticket waits for people as it is, and what the bot would have said is not said later. */
function leaveToPeople(ctx: Ctx, companyId: number, ticketId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockTicketById(tx, companyId, ticketId)
    if (!ticket?.chatbot || ticket.status === 'closed' || ticket.whatsappId === null) return
    const { queues, transferQueueId } = await flowOf(tx, { companyId, connectionId: ticket.whatsappId })
    const onlyQueue = queues.length === 1 ? (queues[0]?.id ?? null) : null
    const queueId = ticket.queueId ?? onlyQueue ?? transferQueueId
    await changeTicket(tx, ticket, { chatbot: false, queueOptionId: null, amountUsedBotQueues: 0, queueId })
  })
}

async function runOrLeave(ctx: Ctx, companyId: number, heard: ArrivedTicket): Promise<void> {
  try {
    await runBot(ctx, companyId, heard)
  } catch (error) {
    if (!isMessageLimit(error)) throw error
    // A rating counts, and who writes anew is heard, though the bot cannot say a word.
    await runBot(ctx, companyId, heard, true)
    await leaveToPeople(ctx, companyId, heard.ticketId)
  }
}

/** The worker of `botJob`. A ticket that fails does not keep the others from their answers; the job is tried again. */
export async function runBots(
  ctx: Ctx,
  { companyId, tickets }: { companyId: number; tickets: ArrivedTicket[] }
): Promise<void> {
  const failures: unknown[] = []
  for (const heard of tickets) await runOrLeave(ctx, companyId, heard).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'bots failed')
}
