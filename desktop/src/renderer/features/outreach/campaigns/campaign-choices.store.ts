// What a campaign is put together of: contact lists, tags and file lists to choose from.
import { listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { listFileLists, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import { listAllContactLists } from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/http.ts'
import { createWholeList } from '#platform/whole-list.ts'

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

/** Pages of file lists that are offered. */
const mostPages = 25

const everyFileList = async (): Promise<FileList[]> => {
  const found: FileList[] = []
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber++) {
    const { files, hasMore } = await call(listFileLists, { query: { searchParam: '', pageNumber } })
    found.push(...files)
    if (!hasMore) break
  }
  return found
}

export const listChoices = createWholeList(() => call(listAllContactLists, { query: {} }), byName)
export const tagChoices = createWholeList(() => call(listAllTags), byName)
export const fileChoices = createWholeList(everyFileList, byName)
