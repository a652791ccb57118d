// Takes the rows of a sheet into a contact list: new people are added, known ones get the e-mail they lack.
import type { FastifyRequest } from 'fastify'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import {
  listSheetImports,
  showSheetImport,
  startSheetImport,
  type TakeRows
} from '#features/inbox/contacts/sheets/sheet-imports.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as people from './contact-list-items.repo.ts'
import { importListItems } from './contact-lists.jobs.ts'
import { countPeople, lockList } from './contact-lists.repo.ts'
import { askForCheck, keyOfNumber, showList, publishList } from './contact-lists.service.ts'

/**
 * Errors: ERR_NO_CONTACT_LIST_FOUND, ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN,
 * ERR_UPLOAD_INTERRUPTED.
 */
export async function startListImport(
  ctx: Ctx,
  actor: Actor,
  id: number,
  request: FastifyRequest
): Promise<ContactImport> {
  await showList(ctx, actor, id)
  return startSheetImport(ctx, actor, request, {
    contactListId: id,
    enqueue: (tx, data) => tx.jobs.add(tx, importListItems, data)
  })
}

/** Errors: ERR_NO_CONTACT_LIST_FOUND. */
export async function listImports(ctx: Ctx, actor: Actor, id: number) {
  await showList(ctx, actor, id)
  return listSheetImports(ctx, actor.companyId, id)
}

/** Errors: ERR_NO_CONTACT_LIST_FOUND, ERR_NOT_FOUND. */
export async function showImport(ctx: Ctx, actor: Actor, id: number, importId: number) {
  await showList(ctx, actor, id)
  return showSheetImport(ctx, actor.companyId, id, importId)
}

/** One step of an import. Nothing is taken once the list is gone. */
export const takePeople: TakeRows = async (tx, { companyId, contactListId }, drafts) => {
  if (contactListId === null || !(await lockList(tx.db, companyId, contactListId))) return { created: 0, updated: 0 }
  const rows = drafts.map(({ name, number, email }) => ({ name, number, numberKey: keyOfNumber(number), email }))
  const added = await people.importItems(tx.db, { companyId, contactListId }, rows)
  const emails = new Map(
    rows
      .filter(({ numberKey, email }) => !added.has(numberKey) && email !== '')
      .map((row) => [row.numberKey, row.email])
  )
  const known = await people.itemsByKeys(tx.db, companyId, contactListId, [...emails.keys()])
  const filled = known
    .filter(({ email }) => email === '')
    .map(({ id, numberKey }) => ({ id, email: emails.get(numberKey) ?? '' }))
  await people.fillEmails(tx.db, companyId, filled)
  if (added.size > 0) {
    await countPeople(tx.db, companyId, contactListId, added.size)
    await askForCheck(tx, companyId, contactListId)
  }
  await publishList(tx, companyId, contactListId)
  return { created: added.size, updated: filled.length }
}
