// The company's file lists, page by page, kept by calls and by events alike.
import {
  deleteFileList,
  fileListEvent,
  listFileLists,
  type FileList
} from '@guiche/shared/features/library/file-lists.ts'
import { call } from '#platform/net/http.ts'
import { createPagedList } from '#platform/state/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'

export const fileLists = createPagedList<FileList>({
  fetchPage: async (query) => {
    const { files: items, count, hasMore } = await call(listFileLists, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

listen(fileListEvent, (event) => {
  if (fileLists.use.getState().phase === 'idle') return
  if (event.action === 'delete') fileLists.remove(event.id)
  else fileLists.upsert(event.record, event.action === 'create')
})

/** Deletes a list with its files. Errors: ApiError. */
export async function removeFileList(id: number): Promise<void> {
  await call(deleteFileList, { params: { id } })
  fileLists.remove(id)
}
