// The text and the files of a list as messages carry them: copied, so that the list may change or go afterwards.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contentsOfList } from '#features/library/file-lists/file-lists.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { copyFile, type MessageFile } from './copy-file.ts'

/** A file with its caption, or the text of the list. */
export type ListMessage = (MessageFile | { mediaType: 'chat'; media: null }) & { caption: string }

/** The text first, then the files in their order. A file that is gone is left out; a list that is gone is empty. */
export async function copyFileList(ctx: Ctx, companyId: number, fileListId: number): Promise<ListMessage[]> {
  const list = await contentsOfList(ctx, companyId, fileListId)
  const copied: ListMessage[] = list.text === '' ? [] : [{ mediaType: 'chat', media: null, caption: list.text }]
  for (const { caption, ...file } of list.files) {
    try {
      copied.push({ ...(await copyFile(ctx, companyId, file)), caption })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ERR_NOT_FOUND')) throw error
      ctx.log.warn({ companyId, fileListId, key: file.key }, 'a file of a list is gone: the others go without it')
    }
  }
  return copied
}
