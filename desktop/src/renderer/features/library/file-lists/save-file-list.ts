// Stores a file list: its texts first, then its new files one after the other.
import {
  createFileList,
  updateFileList,
  uploadListFiles,
  type FileList
} from '@guiche/shared/features/library/file-lists.ts'
import { call } from '#platform/net/http.ts'
import { upload } from '#platform/net/upload.ts'

export interface FileListValues extends Record<string, unknown> {
  name: string
  message: string
  /** Files that are stored. */
  kept: { id: number; name: string; fileName: string | null; path: string | null; size: number | null }[]
  /** Files to be sent. */
  added: { file: File; name: string }[]
}

/** What a form shows of a stored list. */
export const storedFilesOf = (list: FileList | undefined): FileListValues['kept'] =>
  (list?.options ?? []).map(({ id, name, fileName, path, size }) => ({ id, name, fileName, path, size }))

/** Saves name, text and captions; files that were taken out of the form go. Errors: ApiError. */
export function saveTexts(made: FileList | undefined, { name, message, kept }: FileListValues): Promise<FileList> {
  const body = { name, message, options: kept.map((option) => ({ id: option.id, name: option.name })) }
  return made ? call(updateFileList, { params: { id: made.id }, body }) : call(createFileList, { body })
}

/** Sends one file as a new option. Errors: ApiError. */
export function sendFile(
  id: number,
  { file, name }: FileListValues['added'][number],
  onProgress: (percent: number) => void
): Promise<FileList> {
  const body = new FormData()
  const fields = { fileId: String(id), typeArch: 'fileList', mediaType: file.type, name, id: '' }
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  body.append('files', file, file.name)
  return upload(
    uploadListFiles,
    { params: { id }, body },
    { onProgress: ({ sent, total }) => onProgress(total === 0 ? 0 : (sent / total) * 100) }
  )
}
