// File lists: files with a text that a campaign or a chatbot hands out together.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, isStorable, nullableId, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

const fileListOptionSchema = z.object({
  id: z.number(),
  /** What goes along with the file; empty for nothing. */
  name: z.string(),
  /** The file is at `/public/{path}`, for about a week; null while there is none. */
  path: z.string().nullable(),
  mediaType: z.string().nullable(),
  /** As it was uploaded. */
  fileName: z.string().nullable(),
  /** Bytes. */
  size: z.number().nullable()
})
export type FileListOption = z.infer<typeof fileListOptionSchema>

export const fileListSchema = z.object({
  id: z.number(),
  name: z.string(),
  message: z.string(),
  options: z.array(fileListOptionSchema),
  userId: z.number().nullable(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type FileList = z.infer<typeof fileListSchema>

/** Bytes of a file at the most, and files of a list. */
export const largestListFile = 16_000_000
export const mostListFiles = 30

const mandatory = 'Obrigatório'

export const fileListDraft = z.object({
  name: z
    .string(mandatory)
    .trim()
    .min(1, mandatory)
    .min(3, 'nome muito curto')
    .max(100, 'Too Long!')
    .refine(isStorable, 'ERR_VALIDATION'),
  message: z.string(mandatory).trim().min(1, mandatory).pipe(text(4096)),
  /** The files, in their order; what is uploaded for one comes by a call of its own. One without an id is new. */
  options: z
    .array(z.object({ id: nullableId.optional(), name: text(255).nullish() }))
    .max(mostListFiles, 'Too Long!')
    .default([])
})
export type FileListDraft = z.output<typeof fileListDraft>

export const listFileLists = endpoint({
  method: 'GET',
  path: '/files',
  access: 'user',
  query: pageQuery,
  response: z.object({ files: z.array(fileListSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 20 a page'
})
export const showFileList = endpoint({
  method: 'GET',
  path: '/files/:id',
  access: 'user',
  params: idParams,
  response: fileListSchema
})
export const createFileList = endpoint({
  method: 'POST',
  path: '/files',
  access: 'user',
  permission: 'files-page:write',
  body: fileListDraft,
  response: fileListSchema
})
export const updateFileList = endpoint({
  method: 'PUT',
  path: '/files/:id',
  access: 'user',
  permission: 'files-page:write',
  params: idParams,
  body: fileListDraft,
  response: fileListSchema,
  summary: 'Files whose ids are left out go'
})
export const deleteFileList = endpoint({
  method: 'DELETE',
  path: '/files/:id',
  access: 'user',
  permission: 'files-page:write',
  params: idParams,
  response: z.object({ message: z.string() })
})
export const uploadListFiles = endpoint({
  method: 'POST',
  path: '/files/uploadList/:id',
  access: 'user',
  permission: 'files-page:write',
  params: idParams,
  multipart: true,
  response: fileListSchema,
  summary: 'Files in the field `files`; the n-th `id` says which option the n-th is for, without one it is a new option'
})

export const fileListEvent = wireEvent(
  (companyId) => `company-${companyId}-file`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: fileListSchema }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
