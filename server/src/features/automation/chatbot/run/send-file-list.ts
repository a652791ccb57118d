// Sends the files of a menu option after its text. A job of its own: copying files must not hold the ticket, and a
// killed process goes on where it stopped.
import { copyFileList } from '#features/inbox/messages/media/copy-file-list.ts'
import { lockTicketById } from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import type { Ctx } from '#platform/ctx.ts'
import { markUsedMessageFiles } from '#platform/storage/remember-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { flowOf, maySpeak } from '../flow/load-flow.ts'
import { hasSaid, sayIfPossible } from './say.ts'

export interface FileListTask {
  companyId: number
  ticketId: number
  fileListId: number
  /** The message of the customer that chose the option. */
  answers: string
}

/** What the messages of one choice are remembered by: run again, none of them is sent twice. */
function answerMark({ answers }: FileListTask, index: number): string {
  return `${answers}-file-${index}`
}

/** The worker of `sendFileListJob`. A list, ticket or connection that has gone since is no failure. */
export async function sendFileList(ctx: Ctx, task: FileListTask): Promise<void> {
  const { companyId, ticketId, fileListId } = task
  if (await hasSaid(ctx, { companyId, ticketId, answers: answerMark(task, 0) })) return
  await markUsedMessageFiles(ctx, async (stored) => {
    const contents = await copyFileList(stored, companyId, fileListId)
    return inTransaction(ctx, async (tx) => {
      const ticket = await lockTicketById(tx, companyId, ticketId)
      if (!ticket || ticket.whatsappId === null) return null
      const flow = await flowOf(tx, { companyId, connectionId: ticket.whatsappId })
      if (!maySpeak(flow, tx.now().getTime())) return null
      const texts = contents.map(({ mediaType, media, caption }, index) => ({
        text: caption,
        answers: answerMark(task, index),
        ...(media ? { file: { mediaType, media } } : {})
      }))
      const written = await sayIfPossible(tx, ticket, texts)
      return written.length > 0 ? written : null
    })
  })
}
