// Says what was answered, message by message, each in a transaction of its own; then what the reply ends with.
import { setTimeout as wait } from 'node:timers/promises'
import { longestText } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  closeAnswered,
  lockAutoResponder,
  leaveToPeople,
  speakAsAutoResponder,
  type Answering
} from '#features/automation/chatbot/run/leave-auto-responder.ts'
import { textsIn } from '#features/automation/chatbot/machine/bot-texts.ts'
import { listPrompts } from '#features/automation/ai-prompts/ai-prompts.service.ts'
import { showIntegration } from '#features/automation/integrations/integrations.service.ts'
import { noteWithoutWriter } from '#features/inbox/ticket-notes/ticket-notes.service.ts'
import { isMessageLimit } from '#features/org/quotas/count-messages.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import { botLanguageOf } from '#features/org/settings/settings.service.ts'
import { userById } from '#features/org/users/users.service.ts'
import { isPresent } from '#features/org/work-times/receivers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cutText } from '#platform/text/cut-text.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { handOverNote } from './auto-responder-texts.ts'
import { wake } from '#platform/work/define-worker.ts'
import { answerJob } from './auto-responders.jobs.ts'
import * as repo from './auto-responders.repo.ts'
import { AutoResponderError, type Ending, type Reply } from './reply.ts'

/** Milliseconds after which whoever is at a conversation and says nothing of themselves counts as gone. */
export const lease = 20_000

type Pending = Pick<Reply, 'says' | 'delay' | 'ending'> & { isBegun: boolean }

/** A program may answer with more than WhatsApp takes, and with characters that no text has. */
const sayable = (text: string): string => cutText(text.replaceAll('\u0000', '').toWellFormed(), longestText)

/** What is kept of a reply until it has been said. */
export function pendingOf({ says, delay, ending }: Reply): Pending {
  return {
    says: says.map((said) => ({ ...said, text: sayable(said.text) })),
    delay,
    ending,
    isBegun: false
  }
}

/** A reply that gives the ticket to people, because there will be no answer. */
export function failed(error: unknown): Reply {
  const isTold = error instanceof AutoResponderError
  const why = isTold ? error.failure : 'unreadable'
  const ending = { kind: 'people' as const, why, detail: isTold ? error.message : '', queueId: null, userId: null }
  return { says: [], delay: 0, session: null, ending }
}

/** Why nothing is asked or said in a month whose messages are spent. */
export const outOfMessages = (): AutoResponderError => new AutoResponderError('quota', '', { isFinal: true })

/** Recordings that nobody will hear. */
export async function dropFiles(ctx: Ctx, says: Reply['says']): Promise<void> {
  for (const { file } of says) await discardFile(ctx, file?.media.key)
}

/** Null for what is not the company's. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

async function nameOf(tx: Ctx, { companyId, kind, autoResponderId }: repo.AutoResponderRow): Promise<string> {
  const known =
    kind === 'prompt'
      ? (await listPrompts(tx, companyId)).find(({ id }) => id === autoResponderId)
      : await ifThere(showIntegration(tx, companyId, autoResponderId))
  return known?.name ?? '—'
}

async function giveToPeople(
  tx: Ctx,
  row: repo.AutoResponderRow,
  at: Answering,
  { ending, isBegun }: { ending: Extract<Ending, { kind: 'people' }>; isBegun: boolean }
): Promise<Ticket> {
  const { companyId } = row
  const language = await botLanguageOf(tx, companyId)
  // Whoever got no word of the answer hears at least that somebody comes.
  if (!isBegun && ending.why !== 'quota') {
    await speakAsAutoResponder(tx, at, { text: textsIn(language).handOver }, true)
  }
  const { queueId, userId } = ending
  const prompt =
    row.kind === 'prompt' ? (await listPrompts(tx, companyId)).find(({ id }) => id === row.autoResponderId) : null
  const asked = queueId ?? prompt?.queueId ?? null
  const ticket = await leaveToPeople(tx, at, {
    queueId: asked !== null && (await ifThere(ownQueueIds(tx, companyId, [asked]))) ? asked : null,
    // Whoever is on leave is given nothing: it waits in the queue.
    userId:
      userId !== null && (await ifThere(userById(tx, companyId, userId))) && (await isPresent(tx, companyId, userId))
        ? userId
        : null
  })
  await noteWithoutWriter(tx, ticket, handOverNote(language, await nameOf(tx, row), ending))
  return ticket
}

/** Frees the conversation; what came meanwhile is the next reply. */
async function finish(tx: Ctx, row: repo.AutoResponderRow, isOver: boolean): Promise<void> {
  const { companyId, ticketId, askedSeq, answeredSeq } = row
  const over = isOver ? { answeredSeq: Math.max(askedSeq, answeredSeq), session: null } : {}
  await repo.changeClaimed(tx.db, row, { pending: null, lease: null, leaseUntil: null, ...over })
  if (isOver || askedSeq <= answeredSeq) return
  await wake(tx, answerJob, { companyId, ticketId })
}

/** Milliseconds until the next message; null when all is said. */
function sayNext(
  ctx: Ctx,
  { companyId, ticketId, lease: token, ...claimed }: repo.AutoResponderRow
): Promise<number | null> {
  return inTransaction(ctx, async (tx) => {
    const at = await lockAutoResponder(tx, companyId, ticketId, { kind: claimed.kind, id: claimed.autoResponderId })
    const row = await repo.lockAutoResponderRow(tx.db, { companyId, ticketId })
    if (!row || row.lease !== token || row.pending === null) return null
    const { says, delay, ending, isBegun } = row.pending as Pending
    if (!at) {
      // People have it by now: what was to be said is not said any more.
      await dropFiles(tx, says)
      await finish(tx, row, true)
      return null
    }
    const [next, ...rest] = says
    const spoken = next ? await speakAsAutoResponder(tx, at, next, !isBegun) : at
    if (rest.length > 0) {
      const pending: Pending = { says: rest, delay, ending, isBegun: true }
      await repo.changeClaimed(tx.db, row, { pending, leaseUntil: new Date(tx.now().getTime() + lease) })
      return delay
    }
    if (ending?.kind === 'people')
      await giveToPeople(tx, row, spoken, { ending, isBegun: isBegun || next !== undefined })
    if (ending?.kind === 'close') await closeAnswered(tx, spoken)
    await finish(tx, row, ending !== null)
    return null
  })
}

/** The last messages of the month went out meanwhile: what is left is not said, and people have the ticket. */
async function giveUp(ctx: Ctx, row: repo.AutoResponderRow): Promise<number | null> {
  const { companyId, ticketId, lease: token } = row
  await inTransaction(ctx, async (tx) => {
    const held = await repo.lockAutoResponderRow(tx.db, { companyId, ticketId })
    if (!held || held.lease !== token || held.pending === null) return
    await dropFiles(tx, (held.pending as Pending).says)
    await repo.changeClaimed(tx.db, held, { pending: pendingOf(failed(outOfMessages())) })
  })
  return sayNext(ctx, row)
}

/** Says what is pending. Killed in between, whoever takes it up goes on with the message that was next. */
export async function speakReply(ctx: Ctx, row: repo.AutoResponderRow): Promise<void> {
  const next = () =>
    sayNext(ctx, row).catch((error: unknown) => {
      if (isMessageLimit(error)) return giveUp(ctx, row)
      throw error
    })
  for (let delay = await next(); delay !== null; delay = await next()) await wait(delay)
}
