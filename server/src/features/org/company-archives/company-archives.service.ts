// Archives of companies: who asks for one, who fetches it, who sends one to be taken in, and when each goes.
import type { FastifyRequest } from 'fastify'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { z } from 'zod'
import {
  companyArchiveDays,
  largestArchive,
  type CompanyArchive,
  type companyImportDraft
} from '@guiche/shared/features/org/company-archives.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isRecipient } from '#company-archive/is-recipient.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { sealText } from '#platform/secrets/sealed-text.ts'
import { withheldUrl } from '#platform/storage/media-link.ts'
import { cleanFileName } from '#platform/text/file-name.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { exportCompanyJob, importCompanyJob } from './company-archives.jobs.ts'
import * as repo from './company-archives.repo.ts'

/** Archives that are listed. */
const listed = 20
const day = 24 * 3_600_000
const magic = 'age-encryption.org/v1'

function archiveOf(row: repo.ArchiveRow): CompanyArchive {
  const { fileKey: _file, recipient: _recipient, sealedKey: _key, terms: _terms, ...rest } = row
  const { userId: _user, userEmail: _email, ...shown } = rest
  return {
    ...shown,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null
  }
}

export const expiryOf = (now: Date): Date => new Date(now.getTime() + companyArchiveDays * day)

export async function listCompanyArchives(ctx: Ctx, companyId: number | undefined) {
  return { records: (await repo.newestArchives(ctx.db, companyId, listed)).map(archiveOf) }
}

const askedBy = ({ id, name, email }: Actor) => ({ userId: id, userName: name, userEmail: email })

/**
 * Has the archive of a company written. Errors: ERR_NO_COMPANY_FOUND, ERR_VALIDATION for what is no public key, those of
 * `confirm`.
 */
export async function startCompanyExport(
  ctx: Ctx,
  { actor, confirm }: Caller,
  { companyId, recipient }: { companyId: number; recipient?: string | null | undefined }
): Promise<{ archive: CompanyArchive; identity: string | null }> {
  const given = recipient?.trim() ?? ''
  if (given !== '' && !isRecipient(given))
    throw new AppError('ERR_VALIDATION', { fields: { recipient: 'ERR_VALIDATION' } })
  await confirm()
  const identity = given === '' ? await generateX25519Identity() : null
  const key = identity === null ? given : await identityToRecipient(identity)
  return inTransaction(ctx, async (tx) => {
    const name = await repo.nameOfCompany(tx.db, companyId)
    if (name === null) throw new AppError('ERR_NO_COMPANY_FOUND')
    const file = { kind: 'export', status: 'waiting', fileKey: `archives/${uuidv7()}.age` } as const
    const row = await repo.insertArchive(tx.db, { ...file, companyId, name, recipient: key, ...askedBy(actor) })
    await tx.jobs.add(tx, exportCompanyJob, { archiveId: row.id })
    recordAudit(tx, { companyId, action: 'company.exported', subject: { type: 'company', id: companyId, label: name } })
    return { archive: archiveOf(row), identity }
  })
}

/** The link to a finished archive, good for ten minutes. Errors: ERR_NOT_FOUND, those of `confirm`. */
export async function openCompanyArchive(ctx: Ctx, { confirm }: Caller, id: number) {
  await confirm()
  return inTransaction(ctx, async (tx) => {
    const row = await repo.findArchive(tx.db, id)
    const isThere = row?.kind === 'export' && row.status === 'done' && (row.expiresAt ?? tx.now()) > tx.now()
    if (!isThere || row.companyId === null) throw new AppError('ERR_NOT_FOUND')
    const { companyId } = row
    const subject = { type: 'company', id: companyId, label: row.name }
    recordAudit(tx, { companyId, action: 'company.archive-fetched', subject })
    const name = `guiche-empresa-${companyId}-${row.createdAt.toISOString().slice(0, 10)}.age`
    return { url: withheldUrl(tx, row.fileKey, { name, mime: 'application/octet-stream' }), name }
  })
}

/** Takes an archive away; what is under way notices and stops. Errors: ERR_NOT_FOUND. */
export async function deleteCompanyArchive(ctx: Ctx, id: number): Promise<void> {
  const row = await repo.deleteArchive(ctx.db, id)
  if (!row) throw new AppError('ERR_NOT_FOUND')
  await ctx.storage.remove(row.fileKey)
}

async function beginsAsArchive(ctx: Ctx, key: string): Promise<boolean> {
  let text = ''
  for await (const chunk of await ctx.storage.open(key, { start: 0, end: magic.length - 1 })) text += String(chunk)
  return text === magic
}

/**
 * Keeps an archive that is sent, as a stream. Errors: ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_TYPE_REFUSED for another file, ERR_UPLOAD_INTERRUPTED.
 */
export async function sendCompanyArchive(ctx: Ctx, actor: Actor, request: FastifyRequest): Promise<CompanyArchive> {
  const missing = new AppError('ERR_VALIDATION', { fields: { file: 'a file is missing' } })
  if (!request.isMultipart()) throw missing
  const part = await request.file({ limits: { fileSize: largestArchive + 1 } })
  if (!part) throw missing
  const fileKey = `archives/${uuidv7()}.age`
  try {
    const { size } = await ctx.storage.save(fileKey, part.file, largestArchive)
    if (!(await beginsAsArchive(ctx, fileKey))) throw new AppError('ERR_MEDIA_TYPE_REFUSED')
    const name = cleanFileName(part.filename) || 'arquivo.age'
    const row = { kind: 'import', status: 'sent', fileKey, name, size, expiresAt: expiryOf(ctx.now()) } as const
    return archiveOf(await repo.insertArchive(ctx.db, { ...row, ...askedBy(actor) }))
  } catch (error) {
    await ctx.storage.remove(fileKey)
    if (error instanceof AppError) throw error
    throw new AppError('ERR_UPLOAD_INTERRUPTED', { cause: error })
  }
}

/** Has a company taken in. Errors: ERR_NOT_FOUND for what was not sent or is under way, those of `confirm`. */
export async function startCompanyImport(
  ctx: Ctx,
  { actor, confirm }: Caller,
  id: number,
  { identity, name, plan, withBilling, emailTag }: z.output<typeof companyImportDraft>
): Promise<CompanyArchive> {
  await confirm()
  const filled = (text: string | null | undefined) => (text === undefined || text === '' ? null : text)
  const terms = { name: filled(name), plan: filled(plan), withBilling, emailTag: filled(emailTag) }
  return inTransaction(ctx, async (tx) => {
    const row = await repo.findArchive(tx.db, id)
    if (row?.kind !== 'import' || !['sent', 'failed'].includes(row.status)) throw new AppError('ERR_NOT_FOUND')
    const change = { status: 'waiting', failure: null, detail: '', done: 0, terms, ...askedBy(actor) } as const
    const moved = await repo.updateArchive(tx.db, id, { ...change, sealedKey: sealText(tx, identity) })
    if (!moved) throw new AppError('ERR_NOT_FOUND')
    await tx.jobs.add(tx, importCompanyJob, { archiveId: id })
    // The company tells of it in a log of its own, once there is one.
    const subject = { type: 'company', label: terms.name ?? row.name }
    recordAudit(tx, { companyId: actor.companyId, action: 'company.imported', subject })
    return archiveOf(moved)
  })
}
