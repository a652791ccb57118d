// Moves a ticket: accept, return, resolve, reopen, transfer; of two people at once one wins and the other is told who.
import type { Ticket, TicketPatch } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { userById } from '#features/org/users/users.service.ts'
import { requirePresent } from '#features/org/work-times/receivers.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import { conflictOf } from './create-ticket.ts'
import { dropCycle, resumeCycle, trackCycles } from './ticket-tracking.repo.ts'
import { ticketMoved, ticketTakenBack } from '../tickets.events.ts'
import { maySeeTicket, mayTakeOver, mayTransfer } from '../tickets.policy.ts'
import * as repo from '../tickets.repo.ts'
import type { TicketChange } from '../tickets.repo.ts'
import { ticketsByIds, ticketTouched } from '../tickets.service.ts'

type Row = NonNullable<Awaited<ReturnType<typeof repo.lockTicket>>>

interface Move {
  id: number
  patch: TicketPatch
  takesBack: boolean
}

/** The attendant a patch leads to: accepting and reopening make it the caller, returning nobody. */
function nextUser(actor: Actor, row: Row, patch: TicketPatch, takesBack: boolean): number | null {
  const status = patch.status ?? row.status
  if (takesBack && status === 'closed') return patch.userId ?? null
  if (status === 'pending') return null
  if (status === 'closed') return row.status === 'closed' ? row.userId : actor.id
  if (patch.userId !== undefined && patch.userId !== null) return patch.userId
  return row.status === 'open' ? row.userId : actor.id
}

/** Errors: ERR_TICKET_ALREADY_ACCEPTED with the name of who has it. */
async function refuseSecondAccept(tx: Ctx, actor: Actor, row: Row, patch: TicketPatch): Promise<void> {
  const isAccept = patch.status === 'open' && !patch.transfer && (patch.userId ?? actor.id) === actor.id
  if (!isAccept || row.status !== 'open' || row.userId === null || row.userId === actor.id) return
  const { name } = await userById(tx, actor.companyId, row.userId)
  throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { values: { user: name } })
}

/** Errors: ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND for targets that are not of the company, ERR_USER_ON_LEAVE. */
async function checkTargets(tx: Ctx, actor: Actor, patch: TicketPatch): Promise<void> {
  const { companyId } = actor
  if (patch.userId && patch.userId !== actor.id) {
    await userById(tx, companyId, patch.userId)
    // One that is closed by somebody for them is given to nobody.
    if (patch.status !== 'closed') await requirePresent(tx, companyId, patch.userId)
  }
  if (patch.queueId) await ownQueueIds(tx, companyId, [patch.queueId])
  if (patch.whatsappId) await connectionForTicket(tx, actor, patch.whatsappId)
}

function changeOf(actor: Actor, row: Row, patch: TicketPatch, takesBack: boolean): TicketChange {
  const status = patch.status ?? row.status
  const isClosing = status === 'closed'
  // Whoever moves a ticket has taken it from the bot.
  const endsBot = patch.status !== undefined || patch.queueId !== undefined
  const { whatsappId, useIntegration, ...others } = patch
  const { transfer: _transfer, comment: _comment, greet: _greet, justClose: _justClose, ...fields } = others
  // A field of a patch that is no column does not compile here: it is to be taken out above.
  const columns: Pick<TicketChange, keyof typeof fields> = fields
  return {
    ...columns,
    status,
    userId: nextUser(actor, row, patch, takesBack),
    ...(whatsappId ? { connectionId: whatsappId } : {}),
    // Kept as they are unless the ticket is closed.
    useIntegration: isClosing ? false : (useIntegration ?? row.useIntegration),
    promptId: isClosing ? null : patch.promptId === undefined ? row.promptId : patch.promptId,
    integrationId: isClosing ? null : patch.integrationId === undefined ? row.integrationId : patch.integrationId,
    // Whoever resolves a ticket is done with what it says.
    ...(isClosing && row.status !== 'closed' ? { unreadMessages: 0, waitingSince: null } : {}),
    ...(endsBot ? { chatbot: false, queueOptionId: null, amountUsedBotQueues: 0 } : {})
  }
}

/** Whoever accepts a ticket without a queue chooses one; whoever gives it away from their service transfers it. */
const hadAssignment = (row: Row, { status }: TicketPatch): boolean =>
  row.queueId !== null || (row.status === 'open' && status === 'pending')

/** What the next attendant is told; a move that hands nothing over ends what was said with the one before. */
function handoverOf(actor: Actor, row: Row, patch: TicketPatch, now: Date): Pick<TicketChange, 'handover'> {
  const { status, userId, queueId } = patch
  const comment = patch.comment ?? ''
  if (status === undefined && userId === undefined && queueId === undefined) return {}
  const isHandedOver = status !== 'closed' && (comment !== '' || isTransfer(actor, row, patch))
  if (!isHandedOver) return { handover: null }
  return { handover: { kind: 'transfer', fromId: actor.id, from: actor.name, comment, at: now.toISOString() } }
}

/** True for another queue than the one it was in, and for somebody else than the caller. */
function givesAway(actor: Actor, row: Row, patch: TicketPatch): boolean {
  const { queueId, userId } = patch
  return (
    (queueId != null && queueId !== row.queueId && (patch.transfer === true || hadAssignment(row, patch))) ||
    (userId != null && userId !== actor.id && userId !== row.userId)
  )
}

/** Whoever gave a ticket away, and takes that back, takes it from nobody. Errors: ERR_NO_PERMISSION. */
function checkRights(actor: Actor, row: Row, { patch, takesBack }: Move): void {
  const isMoved = patch.status !== undefined || patch.userId !== undefined || patch.queueId !== undefined
  const isOfOther = row.status === 'open' && row.userId !== null && row.userId !== actor.id
  const isOwnMove = takesBack && row.handover?.fromId === actor.id
  if (isMoved && isOfOther && !isOwnMove && !mayTakeOver(actor)) throw new AppError('ERR_NO_PERMISSION')
  if (givesAway(actor, row, patch) && !mayTransfer(actor)) throw new AppError('ERR_NO_PERMISSION')
}

/** Legacy clients do not say that they transfer: another queue, or somebody else than the caller, is a transfer. */
function isTransfer(actor: Actor, row: Row, patch: TicketPatch): boolean {
  return (
    patch.transfer ??
    ((patch.queueId != null && patch.queueId !== row.queueId && hadAssignment(row, patch)) ||
      (patch.userId != null && patch.userId !== actor.id && patch.userId !== row.userId))
  )
}

function moveTicket(ctx: Ctx, actor: Actor, move: Move): Promise<Ticket> {
  const { id, patch, takesBack } = move
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const row = await repo.lockTicket(tx.db, companyId, id)
    if (!row || !maySeeTicket(actor, row)) throw new AppError('ERR_NO_TICKET_FOUND')
    if (!takesBack) await refuseSecondAccept(tx, actor, row, patch)
    checkRights(actor, row, move)
    await checkTargets(tx, actor, patch)
    const change = changeOf(actor, row, patch, takesBack)
    const connectionId = change.connectionId ?? row.connectionId
    const becomesActive = change.status !== 'closed' && (row.status === 'closed' || connectionId !== row.connectionId)
    if (becomesActive) {
      if (connectionId === null) throw new AppError('ERR_TICKET_CONTACT_UNREACHABLE')
      const other = await repo.activeTicketOf(tx.db, companyId, row.contactId, connectionId)
      if (other !== null && other !== id) throw await conflictOf(tx, companyId, other)
    }
    const handover = takesBack ? { handover: null } : handoverOf(actor, row, patch, tx.now())
    await repo.updateTicketRow(tx.db, companyId, id, { ...change, ...handover })
    if (takesBack && change.status === 'closed') {
      await dropCycle(tx.db, companyId, id)
    } else if (change.status !== row.status && change.status) {
      // The service that resolving ended by mistake goes on, with the times it had.
      if (takesBack && row.status === 'closed') await resumeCycle(tx.db, companyId, id)
      await trackCycles(tx.db, companyId, { ticketIds: [id], status: change.status, userId: change.userId ?? null })
    }
    // What is taken back is nothing to tell a customer about.
    if (takesBack) await ticketTakenBack.run(tx, companyId, id)
    const [ticket] = await ticketTouched(
      tx,
      companyId,
      [id],
      new Map([[id, { ...row, movedBy: actor.id, isTakenBack: takesBack }]])
    )
    if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
    if (takesBack) return ticket
    await ticketMoved.run(tx, {
      actor,
      before: row,
      ticket,
      isTransfer: isTransfer(actor, row, patch),
      comment: patch.comment ?? '',
      greets: patch.greet === true,
      isQuiet: patch.justClose === true
    })
    // What was said about the move is the last message by now.
    const [moved = ticket] = await ticketsByIds(tx, companyId, [id])
    return moved
  })
}

/**
 * Errors: ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_ALREADY_ACCEPTED, ERR_OTHER_OPEN_TICKET (as JSON text, like creation),
 * ERR_TICKET_CONTACT_UNREACHABLE for reopening without a connection, and those of the targets.
 */
export function updateTicket(ctx: Ctx, actor: Actor, id: number, patch: TicketPatch): Promise<Ticket> {
  return moveTicket(ctx, actor, { id, patch, takesBack: false })
}

/**
 * An earlier move is taken back: everybody it named has the ticket again, and the customer hears nothing. Errors: those of
 * `updateTicket`, but for ERR_TICKET_ALREADY_ACCEPTED.
 */
export function takeTicketBack(ctx: Ctx, actor: Actor, id: number, patch: TicketPatch): Promise<Ticket> {
  return moveTicket(ctx, actor, { id, patch, takesBack: true })
}
