// Asks an AI prompt or an integration what to answer, outside of every transaction, and says it: one reply at a time in a
// ticket, whoever is killed in between, and never twice.
import { randomUUID } from 'node:crypto'
import type { AutoResponder } from '#features/automation/chatbot/flow/bot-flow.ts'
import { flowOf, maySpeak } from '#features/automation/chatbot/flow/load-flow.ts'
import { lockAutoResponder } from '#features/automation/chatbot/run/leave-auto-responder.ts'
import { askPrompt } from '#features/automation/ai-prompts/ask-prompt.ts'
import { countReply } from '#features/automation/ai-prompts/ai-prompts.service.ts'
import { askIntegration } from '#features/automation/integrations/ask-integration.ts'
import { arrivedSince, type Arrived } from '#features/inbox/messages/receive/read-arrivals.ts'
import { isOutOfMessages } from '#features/org/quotas/count-messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { defineWorker } from '#platform/work/define-worker.ts'
import type { Claimed } from '#platform/work/work-loop.ts'
import { answerJob } from './auto-responders.jobs.ts'
import * as repo from './auto-responders.repo.ts'
import { abandoned } from './sweep-auto-responders.ts'
import { dropFiles, failed, lease, outOfMessages, pendingOf, speakReply } from './speak-reply.ts'
import { AutoResponderError, type Asking, type Reply } from './reply.ts'

/** What there is to ask; null when there is nothing, or the ticket went elsewhere. */
async function askingOf(ctx: Ctx, row: repo.AutoResponderRow): Promise<Asking | null> {
  const { companyId, ticketId } = row
  const at = await inTransaction(ctx, (tx) => lockAutoResponder(tx, companyId, ticketId, autoResponderIn(row)))
  if (!at || at.ticket.whatsappId === null) return null
  const flow = await flowOf(ctx, { companyId, connectionId: at.ticket.whatsappId })
  if (!maySpeak(flow, ctx.now().getTime())) return null
  const arrived = await arrivedSince(ctx, companyId, ticketId, { seq: row.answeredSeq, ids: [] })
  const isQuestion = ({ fromMe, mediaType }: Arrived) =>
    !fromMe && mediaType !== 'ciphertext' && mediaType !== 'call_log'
  const messages = arrived.filter(isQuestion)
  return messages.length === 0 ? null : { ticket: at.ticket, messages, session: row.session }
}

const autoResponderIn = ({ kind, autoResponderId: id }: repo.AutoResponderRow): AutoResponder => ({ kind, id })

const ask = (ctx: Ctx, row: repo.AutoResponderRow, asking: Asking): Promise<Reply> =>
  (row.kind === 'prompt' ? askPrompt : askIntegration)(ctx, row.companyId, row.autoResponderId, asking)

/** Errors: those of a call that may yet come through. */
async function think(ctx: Ctx, row: repo.AutoResponderRow, asking: Asking, isLastTry: boolean): Promise<Reply> {
  try {
    return await ask(ctx, row, asking)
  } catch (error) {
    const isFinal = isLastTry || (error instanceof AutoResponderError && error.isFinal)
    if (!isFinal) throw error
    ctx.log.warn({ companyId: row.companyId, ticketId: row.ticketId, err: error }, 'an auto responder did not answer')
    return failed(error)
  }
}

/** Keeps the answer before a word of it is said; false when it came too late. */
function storeReply(ctx: Ctx, row: repo.AutoResponderRow, asking: Asking, reply: Reply): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const answeredSeq = Math.max(...asking.messages.map(({ seq }) => seq))
    const { session } = reply
    const isKept = await repo.changeClaimed(tx.db, row, { answeredSeq, session, pending: pendingOf(reply) })
    // What was used is paid for, whoever says it.
    if (row.kind === 'prompt') await countReply(tx, row.companyId, row.autoResponderId, reply)
    return isKept
  })
}

/** While a reply is under way its lease is drawn out again and again, so that a killed one is followed soon. */
function renewLease(ctx: Ctx, row: repo.AutoResponderRow): NodeJS.Timeout {
  return setInterval(() => {
    const now = ctx.now()
    // One that could not be drawn out in time is lost, and what the reply brings is dropped.
    repo.prolongLease(ctx.db, row, { now, until: new Date(now.getTime() + lease) }).catch(() => undefined)
  }, lease / 4)
}

/** Takes the conversation up. Somebody else is at it: comes again when they have not ended. */
async function claimConversation(ctx: Ctx, key: repo.AutoResponderKey): Promise<Claimed<repo.AutoResponderRow>> {
  const now = ctx.now()
  const until = new Date(now.getTime() + lease)
  const row = await repo.claimAutoResponder(ctx.db, key, { lease: randomUUID(), now, until })
  if (row) return [row]
  const other = await repo.findAutoResponder(ctx.db, key)
  return other?.leaseUntil && other.lease !== null ? new Date(other.leaseUntil.getTime() + 1_000) : []
}

/** Asks unless there is an answer that was not said yet, and says it. */
async function answer(ctx: Ctx, row: repo.AutoResponderRow, { isLastTry }: JobAttempt): Promise<void> {
  if (row.pending === null) {
    const asking = await askingOf(ctx, row)
    if (asking === null) return void (await repo.freeClaimed(ctx.db, row))
    // Nobody is asked, and nothing is paid, for an answer that could not be said.
    const isSayable = !(await isOutOfMessages(ctx, row.companyId))
    const reply = isSayable ? await think(ctx, row, asking, isLastTry) : failed(outOfMessages())
    if (!(await storeReply(ctx, row, asking, reply))) return dropFiles(ctx, reply.says)
  }
  await speakReply(ctx, row)
}

/** Answers tickets: what fails is asked again, and after the last try the ticket goes to people. */
export const autoResponderWorker = defineWorker({
  wakes: answerJob,
  claim: claimConversation,
  process: async (ctx, row, attempt) => {
    const renewing = renewLease(ctx, row)
    try {
      await answer(ctx, row, attempt)
    } finally {
      clearInterval(renewing)
    }
    // What came meanwhile has a wake of its own.
    return 'stop'
  },
  setAside: async (ctx, row, error) => {
    await repo.freeClaimed(ctx.db, row)
    throw error
  },
  sweepEvery: '* * * * *',
  due: abandoned
})
