// The bot's voice: writes automatic messages into a ticket, if there is anybody to write to.
import { sourceMarks, type Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { deferLastMessages } from '#features/inbox/messages/send/defer-message.ts'
import { isClientIdTaken, type newestMessage } from '#features/inbox/messages/receive/read-arrivals.ts'
import { writeMessages, type OutgoingDraft } from '#features/inbox/messages/send/send-message.ts'
import { isMessageLimit } from '#features/org/quotas/count-messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { uuidv7 } from '#platform/text/uuid.ts'

/** Begins the client ids of whatever the bot says. */
const botMark = sourceMarks.bot

export interface Said {
  text: string
  /** What it answers: nothing is answered twice. Left out: nothing. */
  answers?: string
  /** A recording that says it. */
  file?: OutgoingDraft['file']
}

/**
 * Texts in order; a contact who cannot be reached is not told, and nobody else is kept from working by it.
 * Errors: ERR_PLAN_LIMIT_MESSAGES, and then nothing was said.
 */
export async function say(tx: Ctx, ticket: Ticket, texts: Said[]): Promise<Message[]> {
  const drafts = texts
    .filter(({ text, file }) => text.trim() !== '' || file)
    .map(({ text, answers, file = null }) => ({
      body: text,
      file,
      userId: null,
      clientId: `${botMark}${answers ?? uuidv7(tx.now().getTime())}`
    }))
  if (drafts.length === 0 || ticket.whatsappId === null) return []
  try {
    return await writeMessages(tx, ticket, drafts, { isAutomatic: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_TICKET_CONTACT_UNREACHABLE') return []
    throw error
  }
}

/** The same where it goes on without a word when the plan has no messages left. */
export async function sayIfPossible(tx: Ctx, ticket: Ticket, texts: Said[]): Promise<Message[]> {
  try {
    return await say(tx, ticket, texts)
  } catch (error) {
    if (isMessageLimit(error)) return []
    throw error
  }
}

/** True when the bot has said what answers that. */
export async function hasSaid(
  ctx: Ctx,
  said: { companyId: number; ticketId: number; answers: string }
): Promise<boolean> {
  return isClientIdTaken(ctx, said.companyId, said.ticketId, `${botMark}${said.answers}`)
}

/** True when the bot said a ticket's newest message, at that place, and it was not held since. */
export const isLastWord = (newest: Awaited<ReturnType<typeof newestMessage>>, seq: number): boolean =>
  newest?.seq === seq && newest.clientId?.startsWith(botMark) === true && newest.delivery !== 'cancelled'

/** A step of `ticketTakenBack`: what the bot said last and could not go out yet stays here. */
export const unsay = (tx: Ctx, companyId: number, ticketId: number): Promise<void> =>
  deferLastMessages(tx, companyId, ticketId, botMark)
