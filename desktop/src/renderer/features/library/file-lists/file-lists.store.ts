// The company's file lists, page by page, kept by calls and by events alike.
import {
  deleteFileList,
  fileListEvent,
  listFileLists,
  type FileList
} from '@guiche/shared/features/library/file-lists.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export const fileLists = createPagedList<FileList>({
  fetchPage: async (query, read) => {
    const { files: items, count, hasMore } = await read(listFileLists, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

applyEvent(fileLists, fileListEvent, (event) =>
  event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }
)

/** Deletes a list with its files. Errors: ApiError. */
export async function removeFileList(id: number): Promise<void> {
  await call(deleteFileList, { params: { id } })
  fileLists.remove(id)
}
