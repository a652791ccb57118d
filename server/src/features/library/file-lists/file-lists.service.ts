// Rules of file lists: a name, a text and the files that go with it.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  largestListFile,
  mostListFiles,
  type FileList,
  type FileListDraft,
  type FileListOption
} from '@guiche/shared/features/library/file-lists.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isStorable, numberOf } from '@guiche/shared/kernel/ids.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import { keyEnding, mimeOfKey } from '#features/library/quick-messages/attachment-types.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readForm } from '#platform/http/read-file.ts'
import { publicPath } from '#platform/storage/media-link.ts'
import { rememberFiles } from '#platform/storage/remember-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { fileListDeleted, fileListSaved } from './file-lists.events.ts'
import * as repo from './file-lists.repo.ts'

/** Lists a page. */
const pageSize = 20
/** Characters of what goes along with a file. */
const longestLabel = 255

function optionOf(ctx: Ctx, { id, name, fileKey, fileName, size }: repo.OptionRow): FileListOption {
  const mediaType = fileKey === null ? null : mimeOfKey(fileKey)
  const path = fileKey && publicPath(ctx, fileKey, { name: fileName ?? 'arquivo', mime: mediaType ?? '' })
  return { id, name, path, mediaType, fileName, size }
}

async function shown(ctx: Ctx, companyId: number, rows: repo.FileListRow[]): Promise<FileList[]> {
  const ids = rows.map(({ id }) => id)
  const options = ids.length === 0 ? [] : await repo.optionsOf(ctx.db, companyId, ids)
  const ofList = Map.groupBy(options, ({ fileListId }) => fileListId)
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    options: (ofList.get(row.id) ?? []).map((option) => optionOf(ctx, option)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }))
}

/** A page by name. */
export async function listFileLists(
  ctx: Ctx,
  { companyId }: Actor,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfFileLists(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countFileLists(ctx.db, companyId, search)
  ])
  return { files: await shown(ctx, companyId, rows), count, hasMore: offset + rows.length < count }
}

const missing = (): AppError => new AppError('ERR_NO_FILE_LIST_FOUND')

/** Errors: ERR_NO_FILE_LIST_FOUND. */
export async function showFileList(ctx: Ctx, { companyId }: Actor, id: number): Promise<FileList> {
  const row = await repo.findFileList(ctx.db, companyId, id)
  const [list] = row ? await shown(ctx, companyId, [row]) : []
  if (!list) throw missing()
  return list
}

/** The text of a list, and its stored files with what goes along with each; nothing for a list that has gone. */
export async function contentsOfList(ctx: Ctx, companyId: number, id: number) {
  const row = await repo.findFileList(ctx.db, companyId, id)
  const files = (await repo.optionsOf(ctx.db, companyId, [id])).flatMap(({ name: caption, fileKey, fileName }) =>
    fileKey === null ? [] : [{ key: fileKey, name: fileName ?? 'arquivo', mime: mimeOfKey(fileKey), caption }]
  )
  return { text: row?.message.trim() ?? '', files }
}

async function tell(tx: Ctx, row: repo.FileListRow, isNew: boolean, gone: string[] = []): Promise<FileList> {
  const [record] = await shown(tx, row.companyId, [row])
  if (!record) throw missing()
  tx.bus.emit(fileListSaved, { record, isNew, gone })
  return record
}

/** Errors: ERR_NO_FILE_LIST_FOUND. */
async function held(tx: Ctx, companyId: number, id: number): Promise<repo.FileListRow> {
  const row = await repo.lockFileList(tx.db, companyId, id)
  if (!row) throw missing()
  return row
}

const keysOf = (options: repo.OptionRow[]): string[] => options.flatMap(({ fileKey }) => fileKey ?? [])

/** Brings the options to what is wanted; answers with the files that nobody needs any more. */
async function settleOptions(
  tx: Ctx,
  { companyId, id: fileListId }: repo.FileListRow,
  wanted: FileListDraft['options']
): Promise<string[]> {
  const before = await repo.optionsOf(tx.db, companyId, [fileListId])
  const names = new Map(wanted.flatMap(({ id, name }) => (id ? [[id, name ?? '']] : [])))
  const gone = before.filter(({ id }) => !names.has(id))
  await repo.deleteOptions(
    tx.db,
    companyId,
    gone.map(({ id }) => id)
  )
  // At most thirty of them, and only those that were renamed.
  for (const option of before) {
    const name = names.get(option.id)
    if (name !== undefined && name !== option.name) await repo.changeOption(tx.db, option, { name })
  }
  const added = wanted.filter(({ id }) => !id).map(({ name }) => ({ companyId, fileListId, name: name ?? '' }))
  await repo.insertOptions(tx.db, added)
  return keysOf(gone)
}

/** The maker is the caller. */
export function createFileList(ctx: Ctx, actor: Actor, { options, ...texts }: FileListDraft): Promise<FileList> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.insertFileList(tx.db, { ...texts, companyId: actor.companyId, userId: actor.id })
    await settleOptions(tx, row, options)
    return tell(tx, row, true)
  })
}

/** Errors: ERR_NO_FILE_LIST_FOUND. */
export function updateFileList(
  ctx: Ctx,
  { companyId }: Actor,
  id: number,
  { options, ...texts }: FileListDraft
): Promise<FileList> {
  return inTransaction(ctx, async (tx) => {
    const before = await held(tx, companyId, id)
    const gone = await settleOptions(tx, before, options)
    return tell(tx, await repo.changeFileList(tx.db, before, { ...texts, updatedAt: tx.now() }), false, gone)
  })
}

/** With its files. Errors: ERR_NO_FILE_LIST_FOUND. */
export function deleteFileList(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { name } = await held(tx, companyId, id)
    const gone = keysOf(await repo.optionsOf(tx.db, companyId, [id]))
    recordAudit(tx, { companyId, action: 'file-list.deleted', subject: { type: 'file-list', id, label: name } })
    await repo.deleteFileList(tx.db, companyId, id)
    tx.bus.emit(fileListDeleted, { companyId, id, gone })
  })
}

type StoredFile = Pick<repo.OptionRow, 'fileKey' | 'fileName' | 'size'>

/** Each file to the option that the form names for it, else to a new one. */
async function placeFiles(
  tx: Ctx,
  { companyId, id: fileListId }: repo.FileListRow,
  files: StoredFile[],
  { ids, names }: { ids: string[]; names: string[] }
): Promise<string[]> {
  const known = new Map((await repo.optionsOf(tx.db, companyId, [fileListId])).map((option) => [option.id, option]))
  const gone: string[] = []
  let count = known.size
  for (const [index, file] of files.entries()) {
    const option = known.get(numberOf(ids[index]))
    const name = names[index]?.slice(0, longestLabel) ?? ''
    if (option) {
      gone.push(...keysOf([option]))
      await repo.changeOption(tx.db, option, file)
    } else if (++count > mostListFiles) {
      throw new AppError('ERR_VALIDATION', { fields: { options: 'Too Long!' } })
    } else {
      await repo.insertOptions(tx.db, [{ companyId, fileListId, name: isStorable(name) ? name : '', ...file }])
    }
  }
  return gone
}

/**
 * Errors: ERR_NO_FILE_LIST_FOUND, ERR_VALIDATION without a file or with too many, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED.
 */
export async function uploadFiles(ctx: Ctx, actor: Actor, id: number, request: FastifyRequest): Promise<FileList> {
  const { companyId } = actor
  await showFileList(ctx, actor, id)
  const remembered = rememberFiles(withinStorage(ctx, companyId))
  const files: StoredFile[] = []
  try {
    const limits = { limit: largestListFile, most: mostListFiles }
    const fields = await readForm(request, limits, async ({ bytes, name: fileName }) => {
      const fileKey = `c${companyId}/files/${uuidv7()}.${await keyEnding(bytes, fileName)}`
      await remembered.ctx.storage.save(fileKey, Readable.from([bytes]))
      files.push({ fileKey, fileName, size: bytes.length })
    })
    return await inTransaction(ctx, async (tx) => {
      const before = await held(tx, companyId, id)
      const wishes = { ids: fields['id'] ?? [], names: fields['name'] ?? [] }
      const gone = await placeFiles(tx, before, files, wishes)
      return tell(tx, await repo.changeFileList(tx.db, before, { updatedAt: tx.now() }), false, gone)
    })
  } catch (error) {
    // A database that went away may have committed: only a broken rule says that nobody needs the files.
    if (error instanceof AppError) await remembered.discard()
    throw error
  }
}

/** A user is about to be deleted: the lists stay. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  await repo.releaseOwner(tx.db, companyId, userId)
}
