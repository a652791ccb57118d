// Decides, in the transaction that stores a message, whether the bot has anything to do with it; if so a job is added.
// Costs no statement where it has not.
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import { closeUnattended } from '#features/inbox/tickets/lifecycle/take-up-ticket.ts'
import { clearUnread } from '#features/inbox/tickets/tickets.service.ts'
import type { BotFlow } from '../flow/bot-flow.ts'
import { step } from '../machine/bot-machine.ts'
import { isListening, newState } from '../machine/bot-state.ts'
import { giveToBot } from './bot.repo.ts'
import { beforeBotAnswers, type Claims } from '../chatbot.events.ts'
import { botJob } from '../chatbot.jobs.ts'
import { closureOf } from '../machine/closed-hours.ts'
import { flowOf, maySpeak } from '../flow/load-flow.ts'
import { isRestart } from '../machine/read-answer.ts'

/** True when a first word would be answered, or listened to any further. */
function greets(flow: BotFlow, queueId: number | null, now: number): boolean {
  const begun = { ...newState(), queueId }
  const { state, actions } = step(begun, { type: 'text', text: '?', at: now, isStale: false }, { flow, now })
  return actions.length > 0 || isListening(state)
}

/** Whether the bot has anything to do with what came in. */
export function concernsBot(arrival: Arrival, flow: BotFlow, now: number): boolean {
  const { ticket, isFresh, fromMe, isLate, mediaType, body } = arrival
  if (ticket.isGroup) return false
  if (fromMe) return ticket.chatbot && ticket.status !== 'closed'
  if (ticket.chatbot) return true
  if (mediaType === 'call_log' && flow.refusesCalls) return true
  if (isFresh && greets(flow, ticket.queueId, now)) return true
  if (isLate) return false
  return (
    closureOf(flow, ticket.queueId, now) !== null ||
    (ticket.status === 'pending' && isRestart(body) && flow.queues.length > 0)
  )
}

/** What of a batch concerns the bot, by ticket. */
async function concernedBy(tx: Ctx, ref: ConnectionRef, arrivals: Arrival[]): Promise<Map<number, Arrival[]>> {
  const flow = await flowOf(tx, ref)
  const now = tx.now().getTime()
  if (!maySpeak(flow, now)) return new Map()
  return Map.groupBy(
    arrivals.filter((arrival) => concernsBot(arrival, flow, now)),
    ({ ticket }) => ticket.id
  )
}

/** Closes again what waits only because of messages that want nothing; answers with the rest. */
async function withoutOver(tx: Ctx, arrivals: Arrival[], claims: Claims): Promise<Arrival[]> {
  const rest: Arrival[] = []
  for (const heard of Map.groupBy(arrivals, ({ ticket }) => ticket.id).values()) {
    const isOver = heard.every(({ isFresh, messageId }) => isFresh && claims.get(messageId) === 'over')
    const [first] = heard
    if (!isOver || !first) {
      rest.push(...heard)
      continue
    }
    await clearUnread(tx, first.ticket.companyId, first.ticket.id)
    await closeUnattended(tx, first.ticket)
  }
  return rest
}

/** A step of `messagesArrived`. One job for a batch, whatever the number of its tickets. */
export async function onArrivals(tx: Ctx, ref: ConnectionRef, arrivals: Arrival[]): Promise<void> {
  if (arrivals.every(({ ticket }) => ticket.isGroup)) return
  const claims: Claims = new Map()
  await beforeBotAnswers.run(tx, ref, arrivals, claims)
  const rest = claims.size === 0 ? arrivals : await withoutOver(tx, arrivals, claims)
  const concerned = await concernedBy(tx, ref, rest).catch((error: unknown) => {
    // A bot that cannot think must not keep a message from being stored.
    tx.log.error({ ...ref, err: error }, 'the bot could not tell whether messages concern it')
    return new Map<number, Arrival[]>()
  })
  if (concerned.size === 0) return
  const tickets = [...concerned].map(([ticketId, heard]) => ({
    ticketId,
    seq: Math.min(...heard.map(({ seq }) => seq)),
    isFresh: heard.some(({ isFresh }) => isFresh),
    lateIds: heard.filter(({ isLate }) => isLate).map(({ messageId }) => messageId),
    claimedIds: heard.filter(({ messageId }) => claims.has(messageId)).map(({ messageId }) => messageId)
  }))
  const fresh = tickets.filter(({ isFresh }) => isFresh).map(({ ticketId }) => ticketId)
  // From here on every further message of these tickets has its job, too.
  if (fresh.length > 0) await giveToBot(tx.db, ref.companyId, fresh)
  await tx.jobs.add(tx, botJob, { companyId: ref.companyId, tickets })
}
