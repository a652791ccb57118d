// What the clock does with tickets, every minute: to a queue after too long without one, closed after too long a silence,
// and no rating waited for any longer.
import { defaultSetting } from '@guiche/shared/features/org/settings.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import {
  closeTicket,
  lockTicketById,
  reopenTicket,
  changeTicket
} from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import { ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import { botLanguageOf, settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { textsIn } from '../machine/bot-texts.ts'
import * as repo from './bot.repo.ts'
import { flowOf, maySpeak, type LoadedFlow } from '../flow/load-flow.ts'
import { sayIfPossible } from './say.ts'

type Chore = (tx: Ctx, ticket: Ticket, flow: LoadedFlow) => Promise<void>

const withoutBot = { chatbot: false, queueOptionId: null, amountUsedBotQueues: 0 }

const toTransferQueue: Chore = async (tx, ticket, { transferQueueId }) => {
  if (transferQueueId === null) return
  const handover = { kind: 'notTaken', fromId: null, from: '', comment: '', at: tx.now().toISOString() } as const
  const moved = await changeTicket(tx, ticket, { ...withoutBot, queueId: transferQueueId, handover })
  if ((await settingOf(tx, ticket.companyId, 'sendMsgTransfTicket')) !== 'enabled') return
  await sayIfPossible(tx, moved, [{ text: textsIn(await botLanguageOf(tx, ticket.companyId)).toQueue }])
}

const closeSilent: Chore = async (tx, ticket, { inactive }) => {
  const closed = await closeTicket(tx, ticket)
  await sayIfPossible(tx, closed, [{ text: inactive }])
}

const closeIdle: Chore = async (tx, ticket) => void (await closeTicket(tx, ticket))

/** What came meanwhile and was neither a rating nor readable waits for a person. */
const endRating: Chore = async (tx, ticket, { queues }) => {
  const { companyId, id } = ticket
  await repo.endRatingOf(tx.db, companyId, id)
  if (ticket.status !== 'closed' || !ticket.chatbot) return
  const onlyQueue = queues.length === 1 ? (queues[0]?.id ?? null) : null
  if (ticket.unreadMessages > 0 && (await reopenTicket(tx, ticket, { ...withoutBot, queueId: onlyQueue }))) return
  await repo.takeFromBot(tx.db, companyId, id)
  await ticketTouched(tx, companyId, [id])
}

/** One ticket, unless it has changed since it was found: then the next minute decides anew. */
function attend(ctx: Ctx, due: repo.DueTicket, chore: Chore): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockTicketById(tx, due.companyId, due.id)
    if (!ticket || ticket.updatedAt !== new Date(due.updatedAt).toISOString() || ticket.whatsappId === null) return
    const flow = await flowOf(tx, { companyId: ticket.companyId, connectionId: ticket.whatsappId })
    if (maySpeak(flow, tx.now().getTime())) await chore(tx, ticket, flow)
  })
}

/** Every minute, on one node. A ticket that fails is tried again in a minute and keeps nobody else waiting. */
export async function sweepTickets(ctx: Ctx): Promise<void> {
  const now = ctx.now().toISOString()
  const usual = defaultSetting('hoursCloseTicketsAuto')
  const rounds: [find: () => Promise<repo.DueTicket[]>, chore: Chore][] = [
    [() => repo.tooLongWithoutQueue(ctx.db, now), toTransferQueue],
    [() => repo.tooLongSilent(ctx.db, now), closeSilent],
    [() => repo.idleTickets(ctx.db, now, usual), closeIdle],
    [() => repo.unrated(ctx.db, now), endRating]
  ]
  for (const [find, chore] of rounds) {
    for (const due of await find()) {
      await attend(ctx, due, chore).catch((error: unknown) =>
        ctx.log.error({ companyId: due.companyId, ticketId: due.id, err: error }, 'a ticket could not be swept')
      )
    }
  }
}
