// What the customer is told when a person moves a ticket: greeted, transferred, thanked, asked for a rating.
import { newestMessage } from '#features/inbox/messages/receive/read-arrivals.ts'
import { askedForRating, changeTicket } from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import type { TicketMove } from '#features/inbox/tickets/tickets.events.ts'
import { botLanguageOf, settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateOf } from './bot-cursor.ts'
import type { BotEvent } from '../machine/bot-state.ts'
import { step } from '../machine/bot-machine.ts'
import { textsIn, type BotTexts } from '../machine/bot-texts.ts'
import { botOf, saveBot } from './bot.repo.ts'
import { flowOf, maySpeak } from '../flow/load-flow.ts'
import { isLastWord, sayIfPossible } from './say.ts'

type Move = Pick<TicketMove, 'before' | 'ticket' | 'isTransfer' | 'greets' | 'isQuiet'>

/** The text that says where a ticket went; null when it went nowhere a customer knows. */
function transferText({ before, ticket }: Pick<Move, 'before' | 'ticket'>, texts: BotTexts): string | null {
  const toQueue = ticket.queue !== null && ticket.queueId !== before.queueId
  const toUser = ticket.user !== null && ticket.userId !== before.userId
  if (toQueue && toUser) return texts.toBoth
  return toQueue ? texts.toQueue : toUser ? texts.toUser : null
}

/** Closed by a person: thanks, or the question for a rating, which the bot then waits for; or not a word. */
async function conclude(tx: Ctx, { before, ticket, isQuiet }: Move, connectionId: number): Promise<void> {
  const { companyId, id } = ticket
  const flow = await flowOf(tx, { companyId, connectionId })
  const now = tx.now().getTime()
  if (!maySpeak(flow, now)) return
  const row = await botOf(tx.db, companyId, id)
  const { phase } = stateOf(row, ticket)
  const event: BotEvent = { type: 'resolved', wasServed: before.status === 'open' }
  const { state, actions } = step(stateOf(row, ticket), event, { flow, now })
  const texts = actions.flatMap((action) => (action.type === 'say' ? [{ text: action.text }] : []))
  // Reopened, and resolved again before anybody has said a word: the customer has read it once.
  const isSaid = phase === state.phase && isLastWord(await newestMessage(tx, companyId, id), row?.seenSeq ?? 0)
  const hasSaid = !isQuiet && (isSaid || (await sayIfPossible(tx, ticket, texts)).length > 0)
  const isAsked = state.phase === 'rating' && hasSaid
  if (isAsked) {
    await askedForRating(tx, ticket)
    await changeTicket(tx, ticket, { chatbot: true })
  }
  await saveBot(tx.db, {
    companyId,
    ticketId: id,
    // What was written before the question is no answer to it.
    seenSeq: Math.max(row?.seenSeq ?? 0, (await newestMessage(tx, companyId, id))?.seq ?? 0),
    state: { ...state, phase: isAsked ? 'rating' : 'ended' },
    lateIds: row?.lateIds ?? [],
    ratingUntil: isAsked && state.ratingUntil !== null ? new Date(state.ratingUntil) : null
  })
}

/** A step of `ticketMoved`. */
export async function followMove(tx: Ctx, move: TicketMove): Promise<void> {
  const { before, ticket, isTransfer, greets } = move
  const { companyId, whatsappId } = ticket
  if (ticket.isGroup || whatsappId === null) return
  if (ticket.status === 'closed') return before.status === 'closed' ? undefined : conclude(tx, move, whatsappId)
  const isOn = async (key: 'sendGreetingAccepted' | 'sendMsgTransfTicket') =>
    (await settingOf(tx, companyId, key)) === 'enabled'
  const texts = textsIn(await botLanguageOf(tx, companyId))
  if (isTransfer) {
    const text = (await isOn('sendMsgTransfTicket')) ? transferText(move, texts) : null
    if (text !== null) await sayIfPossible(tx, ticket, [{ text }])
    return
  }
  const isAccepted = before.status === 'pending' && ticket.status === 'open'
  if (greets && isAccepted && (await isOn('sendGreetingAccepted')))
    await sayIfPossible(tx, ticket, [{ text: texts.accepted }])
}
