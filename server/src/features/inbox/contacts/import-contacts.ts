// Imports contacts from a sheet, in steps that survive a restart: each step and its count are one transaction.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  largestImport,
  mostBadRows,
  mostImportRows,
  type ContactImport,
  type ImportFailure
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readFile } from '#platform/http/read-file.ts'
import { readSheet } from '#platform/sheets/sheets.ts'
import { inTransaction } from '#platform/transaction.ts'
import { uuidv7 } from '#platform/uuid.ts'
import * as imports from './contact-imports.repo.ts'
import { importContacts } from './contacts.jobs.ts'
import { contactOf } from './contact-rows.ts'
import { contactImportMoved, contactSaved } from './contacts.events.ts'
import * as repo from './contacts.repo.ts'
import { phoneAddress } from './contacts.service.ts'
import { readContactRows, type ReadContacts } from './read-contact-rows.ts'

/** Contacts written in one transaction. */
const stepSize = 250
/** Imports that are listed. */
const listed = 10

const importOf = (row: imports.ImportRow): ContactImport => {
  const { companyId: _company, fileKey: _key, badRows: _rows, ...shown } = row
  return {
    ...shown,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt === null ? null : row.finishedAt.toISOString()
  }
}

/** Writes the change and tells it; null when the company is gone. */
const move = async (tx: Ctx, companyId: number, id: number, change: imports.ImportChange) => {
  const row = await imports.updateImport(tx.db, companyId, id, change)
  if (row) tx.bus.emit(contactImportMoved, { companyId, import: importOf(row) })
  return row
}

/** Errors: ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED. */
export const startImport = async (ctx: Ctx, actor: Actor, request: FastifyRequest): Promise<ContactImport> => {
  const { companyId } = actor
  const { bytes, name } = await readFile(request, largestImport)
  const fileKey = `c${companyId}/imports/${uuidv7()}.sheet`
  await ctx.storage.save(fileKey, Readable.from([bytes]))
  return inTransaction(ctx, async (tx) => {
    const row = await imports.insertImport(tx.db, { companyId, fileName: name, fileKey, userName: actor.name })
    await tx.jobs.add(tx, importContacts, { companyId, importId: row.id })
    tx.bus.emit(contactImportMoved, { companyId, import: importOf(row) })
    return importOf(row)
  })
}

export const listImports = async (ctx: Ctx, { companyId }: Actor) => ({
  records: (await imports.newestImports(ctx.db, companyId, listed)).map(importOf)
})

/** Errors: ERR_NOT_FOUND. */
export const showImport = async (ctx: Ctx, { companyId }: Actor, id: number) => {
  const row = await imports.findImport(ctx.db, companyId, id)
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return { ...importOf(row), badRows: row.badRows }
}

/** Contact id by number, for those of the drafts that are known under either spelling. */
const knownOf = async (tx: Ctx, companyId: number, drafts: ContactDraft[]): Promise<Map<string, number>> => {
  const addresses = drafts.flatMap(({ number }) => spellingsOf(number).map(phoneAddress))
  const found = await repo.contactIdsByAddress(tx.db, companyId, addresses)
  return new Map(
    drafts.flatMap(({ number }) => {
      const id = spellingsOf(number)
        .map((spelling) => found.get(phoneAddress(spelling)))
        .find((one) => one !== undefined)
      return id === undefined ? [] : [[number, id] as const]
    })
  )
}

/** Adds those that are not known; the map learns them, and those that somebody else added in the same moment. */
const addNew = async (tx: Ctx, companyId: number, drafts: ContactDraft[], known: Map<string, number>) => {
  const fresh = drafts.filter(({ number }) => !known.has(number))
  if (fresh.length === 0) return 0
  const rows = await repo.insertContacts(
    tx.db,
    fresh.map(({ name, number, email }) => ({ companyId, name, number, email }))
  )
  const made = new Map(rows.map((row) => [row.number ?? '', row.id]))
  const extra = fresh.flatMap(({ number, extraInfo }) => {
    const contactId = made.get(number)
    return contactId === undefined ? [] : extraInfo.map(({ name, value }) => ({ contactId, name, value }))
  })
  await imports.addExtraInfo(tx.db, companyId, extra)
  const addresses = [...made].flatMap(([number, contactId]) =>
    spellingsOf(number).map((spelling) => ({ address: phoneAddress(spelling), contactId }))
  )
  await repo.addAddresses(tx.db, companyId, addresses)
  const clashing = fresh.filter(({ number }) => !made.has(number)).map(({ number }) => number)
  const others = clashing.length === 0 ? [] : await repo.contactsWithNumbers(tx.db, companyId, clashing)
  for (const row of others) if (row.number !== null) known.set(row.number, row.id)
  return made.size
}

/** Gives known contacts what they lack; what a person typed stays. Returns how many got something. */
const fillKnown = async (tx: Ctx, companyId: number, drafts: ContactDraft[], known: Map<string, number>) => {
  const ids = [...new Set(known.values())]
  const before = new Map((await repo.contactsByIds(tx.db, companyId, ids)).map((row) => [row.id, row]))
  const extraOf = Map.groupBy(await repo.extraInfoOf(tx.db, companyId, ids), ({ contactId }) => contactId)
  const filled: imports.FilledContact[] = []
  const extra: { contactId: number; name: string; value: string }[] = []
  for (const draft of drafts) {
    const row = before.get(known.get(draft.number) ?? 0)
    if (!row) continue
    const name = row.nameSource === 'typed' ? row.name : draft.name
    const email = row.email === '' ? draft.email : row.email
    const has = new Set((extraOf.get(row.id) ?? []).map((one) => one.name.toLowerCase()))
    const added = draft.extraInfo.filter((one) => !has.has(one.name.toLowerCase()))
    if (name === row.name && email === row.email && added.length === 0) continue
    filled.push({ id: row.id, name, email })
    extra.push(...added.map((one) => ({ contactId: row.id, name: one.name, value: one.value })))
  }
  await imports.fillContacts(tx.db, companyId, filled)
  await imports.addExtraInfo(tx.db, companyId, extra)
  const changed = filled.map(({ id }) => id)
  const rows = await repo.contactsByIds(tx.db, companyId, changed)
  const extraNow = Map.groupBy(await repo.extraInfoOf(tx.db, companyId, changed), ({ contactId }) => contactId)
  for (const row of rows) {
    tx.bus.emit(contactSaved, { contact: contactOf(tx, row, extraNow.get(row.id) ?? []), isNew: false })
  }
  return filled.length
}

const takeStep = (ctx: Ctx, companyId: number, importId: number, drafts: ContactDraft[]) =>
  inTransaction(ctx, async (tx) => {
    const row = await imports.findImport(tx.db, companyId, importId)
    if (!row) return
    const known = await knownOf(tx, companyId, drafts)
    const created = await addNew(tx, companyId, drafts, known)
    const updated = await fillKnown(tx, companyId, drafts, known)
    await move(tx, companyId, importId, {
      done: row.done + drafts.length,
      created: row.created + created,
      updated: row.updated + updated,
      unchanged: row.unchanged + drafts.length - created - updated
    })
  })

/** What the file holds, or why nothing of it can be taken. */
const readImport = async (ctx: Ctx, fileKey: string): Promise<ReadContacts | ImportFailure> => {
  const chunks: Buffer[] = []
  for await (const chunk of (await ctx.storage.open(fileKey)) as AsyncIterable<Buffer>) chunks.push(chunk)
  const rows = await readSheet(Buffer.concat(chunks), mostImportRows + 1).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'a sheet cannot be read')
    return null
  })
  if (rows === null) return 'unreadable'
  if (rows.length > mostImportRows + 1) return 'too-many-rows'
  const read = await readContactRows(rows)
  if (read === null) return rows.every((row) => row.every((text) => text === '')) ? 'empty' : 'no-columns'
  return read.total === 0 ? 'empty' : read
}

const finish = async (ctx: Ctx, companyId: number, row: imports.ImportRow, failure: ImportFailure | null) => {
  const change = { status: failure === null ? ('done' as const) : ('failed' as const), failure, fileKey: null }
  await inTransaction(ctx, (tx) => move(tx, companyId, row.id, { ...change, finishedAt: ctx.now() }))
  if (row.fileKey !== null) await ctx.storage.remove(row.fileKey)
}

/** Goes on where it stands; ends with a report or with the reason why there is none. */
export const runImport = async (ctx: Ctx, companyId: number, importId: number): Promise<void> => {
  const row = await imports.findImport(ctx.db, companyId, importId)
  if (row?.fileKey == null || row.status === 'done' || row.status === 'failed') return
  const read = await readImport(ctx, row.fileKey)
  if (typeof read === 'string') return finish(ctx, companyId, row, read)
  const { total, contacts, merged, bad } = read
  const settled = merged + bad.length
  let at = row.status === 'running' ? row.done - settled : 0
  if (row.status === 'waiting') {
    const found = { total, done: settled, merged, bad: bad.length, badRows: bad.slice(0, mostBadRows) }
    await inTransaction(ctx, (tx) => move(tx, companyId, importId, { ...found, status: 'running' }))
  }
  for (; at < contacts.length; at += stepSize) {
    await takeStep(ctx, companyId, importId, contacts.slice(at, at + stepSize))
  }
  await finish(ctx, companyId, row, null)
}

/** Nothing further will be tried: what was taken stays, and the reason is shown. */
export const giveUpImport = async (ctx: Ctx, companyId: number, importId: number): Promise<void> => {
  const row = await imports.findImport(ctx.db, companyId, importId)
  if (row && row.status !== 'done') await finish(ctx, companyId, row, 'internal')
}
