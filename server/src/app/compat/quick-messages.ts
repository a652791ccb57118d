// Quick messages: with their times, and with the whole address of their file, which is fetched as it stands.
import {
  createQuickMessage,
  listQuickMessagePage,
  listQuickMessages,
  quickMessageEvent,
  removeQuickMessageFile,
  showQuickMessage,
  updateQuickMessage,
  uploadQuickMessageFile,
  type QuickMessage
} from '@guiche/shared/features/library/quick-messages.ts'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import type { Ctx } from '#platform/ctx.ts'
import { quickMessageTimes } from './row-facts.repo.ts'
import { answerOf, eventOf, type Setting } from './translation.ts'
import { withTimes } from './with-times.ts'

function addressed(ctx: Ctx, record: QuickMessage): QuickMessage {
  return {
    ...record,
    mediaPath: record.mediaPath === null ? null : ctx.config.publicUrl + publicFile(record.mediaPath)
  }
}

async function rowsOf(ctx: Ctx, companyId: number, records: readonly QuickMessage[]) {
  return withTimes(
    records.map((record) => addressed(ctx, record)),
    await quickMessageTimes(
      ctx.db,
      companyId,
      records.map(({ id }) => id)
    )
  )
}

const rowOf = async (record: QuickMessage, { ctx }: Pick<Setting, 'ctx'>) =>
  (await rowsOf(ctx, record.companyId, [record]))[0]

export const quickMessageTranslations = {
  answers: [
    answerOf(listQuickMessages, (records, { ctx, reader }) => rowsOf(ctx, reader.companyId, records)),
    answerOf(listQuickMessagePage, async (page, { ctx, reader }) => ({
      ...page,
      records: await rowsOf(ctx, reader.companyId, page.records)
    })),
    answerOf(showQuickMessage, rowOf),
    answerOf(createQuickMessage, rowOf),
    answerOf(updateQuickMessage, rowOf),
    answerOf(uploadQuickMessageFile, rowOf),
    answerOf(removeQuickMessageFile, rowOf)
  ],
  events: [
    eventOf(quickMessageEvent, async (ctx, message) => {
      const { payload } = message
      if (payload.action === 'delete') return [message]
      return [{ ...message, payload: { ...payload, record: await rowOf(payload.record, { ctx }) } }]
    })
  ]
}
