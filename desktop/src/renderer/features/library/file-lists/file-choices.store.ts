// The company's file lists as a choice: for a campaign, or for an option of the chatbot.
import { listFileLists, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import { call } from '#platform/net/http.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

/** Pages that are offered. */
const mostPages = 25

async function everyFileList(): Promise<FileList[]> {
  const found: FileList[] = []
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber++) {
    const { files, hasMore } = await call(listFileLists, { query: { searchParam: '', pageNumber } })
    found.push(...files)
    if (!hasMore) break
  }
  return found
}

export const fileChoices = createWholeList(everyFileList, (a, b) => a.name.localeCompare(b.name))
