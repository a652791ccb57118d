// Takes up what a customer wrote for an AI prompt or an integration, in the transaction of the bot that found out.
import type { Asked } from '#features/automation/chatbot/chatbot.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { wake } from '#platform/work/define-worker.ts'
import { answerJob } from './auto-responders.jobs.ts'
import { lockAutoResponderRow, putAutoResponder } from './auto-responders.repo.ts'

/** A step of `autoResponderAsked`. A question while another is being answered joins the next reply. */
export async function takeQuestion(tx: Ctx, { ticket, autoResponder, isNew, before, last }: Asked): Promise<void> {
  const key = { companyId: ticket.companyId, ticketId: ticket.id }
  const known = await lockAutoResponderRow(tx.db, key)
  const goesOn = !isNew && known?.kind === autoResponder.kind && known.autoResponderId === autoResponder.id
  await putAutoResponder(tx.db, {
    ...key,
    kind: autoResponder.kind,
    autoResponderId: autoResponder.id,
    askedSeq: Math.max(last ?? before, goesOn ? known.askedSeq : 0),
    // A new conversation knows nothing of the old one, and whoever is still at that one brings it too late.
    ...(goesOn
      ? { answeredSeq: known.answeredSeq }
      : { answeredSeq: before, session: null, pending: null, lease: null, leaseUntil: null })
  })
  if (last !== null) await wake(tx, answerJob, key)
}
