// Rules of contact lists: making, naming and deleting them, and who is in them.
import type {
  ContactList,
  ContactListDraft,
  ContactListItem,
  ContactListItemDraft,
  ContactListItemPatch
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isPhoneNumber, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as people from './contact-list-items.repo.ts'
import {
  contactListDeleted,
  contactListItemDeleted,
  contactListItemSaved,
  contactListSaved
} from './contact-lists.events.ts'
import { checkNumbers } from './contact-lists.jobs.ts'
import * as repo from './contact-lists.repo.ts'

/** Lists, and people of one, a page. */
const pageSize = 20
/** Lists where there are no pages. */
const most = 1000

interface Query {
  searchParam: string
  pageNumber: number
}

function listOf({ createdAt, updatedAt, ...row }: repo.ContactListRow): ContactList {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

function itemOf({ checkedAt, ...row }: people.ItemRow): ContactListItem {
  return {
    ...row,
    checkedAt: checkedAt === null ? null : checkedAt.toISOString()
  }
}

/** The spelling that both spellings of a number share. */
export const keyOfNumber = (number: string): string => spellingsOf(number).toSorted()[0] ?? number

const stretchOf = ({ pageNumber }: Query) => ({ offset: (pageNumber - 1) * pageSize, limit: pageSize })

export async function listPage(ctx: Ctx, { companyId }: Actor, query: Query) {
  const search = query.searchParam.trim()
  const stretch = stretchOf(query)
  const [rows, count] = await Promise.all([
    repo.pageOfLists(ctx.db, companyId, search, stretch),
    repo.countLists(ctx.db, companyId, search)
  ])
  return { records: rows.map(listOf), count, hasMore: stretch.offset + rows.length < count }
}

export const listAll = async (ctx: Ctx, { companyId }: Actor): Promise<ContactList[]> =>
  (await repo.pageOfLists(ctx.db, companyId, '', { offset: 0, limit: most })).map(listOf)

/** Errors: ERR_NO_CONTACT_LIST_FOUND. */
export async function showList(ctx: Ctx, { companyId }: Pick<Actor, 'companyId'>, id: number): Promise<ContactList> {
  const row = await repo.findList(ctx.db, companyId, id)
  if (!row) throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
  return listOf(row)
}

/** Errors: ERR_NO_CONTACT_LIST_FOUND. */
async function hold(tx: Ctx, companyId: number, id: number): Promise<void> {
  if (!(await repo.lockList(tx.db, companyId, id))) throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
}

/** Tells how the list is now. */
export async function publishList(tx: Ctx, companyId: number, id: number, isNew = false): Promise<ContactList> {
  const record = await showList(tx, { companyId }, id)
  tx.bus.emit(contactListSaved, { record, isNew })
  return record
}

export const createList = (ctx: Ctx, { companyId }: Actor, { name }: ContactListDraft): Promise<ContactList> =>
  inTransaction(ctx, async (tx) => publishList(tx, companyId, await repo.insertList(tx.db, { companyId, name }), true))

/** Errors: ERR_NO_CONTACT_LIST_FOUND. */
export function renameList(ctx: Ctx, { companyId }: Actor, id: number, { name }: ContactListDraft) {
  return inTransaction(ctx, async (tx) => {
    await hold(tx, companyId, id)
    await repo.renameList(tx.db, companyId, id, name)
    return publishList(tx, companyId, id)
  })
}

/** With everybody who is in it. Errors: ERR_NO_CONTACT_LIST_FOUND. */
export function deleteList(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await hold(tx, companyId, id)
    const { name, contactsCount } = await showList(tx, { companyId }, id)
    const subject = { type: 'contact-list', id, label: name }
    recordAudit(tx, { companyId, action: 'contact-list.deleted', subject, before: { contacts: contactsCount } })
    const fileKeys = await repo.filesOfImports(tx.db, companyId, id)
    await repo.deleteList(tx.db, companyId, id)
    tx.bus.emit(contactListDeleted, { companyId, id, fileKeys })
  })
}

/** People of a list who are on WhatsApp, and those who have not been looked up. Errors: ERR_NO_CONTACT_LIST_FOUND. */
export async function countChecks(ctx: Ctx, actor: Actor, id: number): Promise<{ valid: number; unchecked: number }> {
  await showList(ctx, actor, id)
  return people.countChecks(ctx.db, actor.companyId, id)
}

/** The list and how many of it are on WhatsApp. Errors: ERR_NO_CONTACT_LIST_FOUND. */
export async function showCountedList(
  ctx: Ctx,
  actor: Actor,
  id: number
): Promise<ContactList & { validCount: number }> {
  const list = await showList(ctx, actor, id)
  const { valid } = await people.countChecks(ctx.db, actor.companyId, id)
  return { ...list, validCount: valid }
}

/** A page by name. Errors: ERR_NO_CONTACT_LIST_FOUND. */
export async function listItems(ctx: Ctx, actor: Actor, query: Query & { contactListId: number }) {
  const { companyId } = actor
  const { contactsCount } = await showList(ctx, actor, query.contactListId)
  const filter = {
    companyId,
    contactListId: query.contactListId,
    search: query.searchParam.trim(),
    hidesNumbers: !seesNumbers(actor)
  }
  const stretch = stretchOf(query)
  const [rows, count] = await Promise.all([
    people.pageOfItems(ctx.db, filter, stretch),
    filter.search === '' ? contactsCount : people.countItems(ctx.db, filter)
  ])
  return { contacts: rows.map(itemOf), count, hasMore: stretch.offset + rows.length < count }
}

async function foundItem(ctx: Ctx, companyId: number, id: number): Promise<people.ItemRow> {
  const row = await people.findItem(ctx.db, companyId, id)
  if (!row) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
  return row
}

/** Errors: ERR_NO_CONTACT_LIST_ITEM_FOUND. */
export const showItem = async (ctx: Ctx, { companyId }: Actor, id: number): Promise<ContactListItem> =>
  itemOf(await foundItem(ctx, companyId, id))

/** Milliseconds between two questions: WhatsApp mistrusts accounts that ask about thousands of numbers in a row. */
const pause = 2000

/** Has the next numbers of a list checked that have not been; however often it is asked for, one question a pause. */
export function askForCheck(tx: Ctx, companyId: number, contactListId: number): Promise<void> {
  const when = { startAfter: new Date(tx.now().getTime() + pause), singletonKey: `${companyId}/${contactListId}` }
  return tx.jobs.add(tx, checkNumbers, { companyId, contactListId }, when)
}

function publishItem(tx: Ctx, row: people.ItemRow, isNew: boolean): ContactListItem {
  const record = itemOf(row)
  tx.bus.emit(contactListItemSaved, { record, isNew })
  return record
}

/** Errors: ERR_WAPP_INVALID_CONTACT. */
function checkForm(number: string): void {
  const fields = { number: 'ERR_WAPP_INVALID_CONTACT' }
  if (!isPhoneNumber(number)) throw new AppError('ERR_WAPP_INVALID_CONTACT', { fields })
}

const duplicated = () => new AppError('ERR_DUPLICATED_CONTACT', { fields: { number: 'ERR_DUPLICATED_CONTACT' } })

/** Errors: ERR_NO_CONTACT_LIST_FOUND, ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT. */
export function createItem(
  ctx: Ctx,
  { companyId }: Actor,
  draft: ContactListItemDraft & { contactListId: number }
): Promise<ContactListItem> {
  return inTransaction(ctx, async (tx) => {
    const { contactListId, number } = draft
    await hold(tx, companyId, contactListId)
    checkForm(number)
    const row = await people.insertItem(tx.db, { ...draft, companyId, numberKey: keyOfNumber(number) })
    if (!row) throw duplicated()
    await repo.countPeople(tx.db, companyId, contactListId, 1)
    await askForCheck(tx, companyId, contactListId)
    await publishList(tx, companyId, contactListId)
    return publishItem(tx, row, true)
  })
}

/** A new number is checked anew. Errors: ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT. */
export function updateItem(
  ctx: Ctx,
  { companyId }: Actor,
  id: number,
  { name, number, email }: ContactListItemPatch
): Promise<ContactListItem> {
  return inTransaction(ctx, async (tx) => {
    const { contactListId } = await foundItem(tx, companyId, id)
    await hold(tx, companyId, contactListId)
    const before = await foundItem(tx, companyId, id)
    const moved = number === undefined || number === before.number ? null : number
    if (moved !== null) {
      checkForm(moved)
      const taken = await people.itemsByKeys(tx.db, companyId, contactListId, [keyOfNumber(moved)])
      if (taken.some((one) => one.id !== id)) throw duplicated()
    }
    const unchecked = moved !== null && {
      number: moved,
      numberKey: keyOfNumber(moved),
      isWhatsappValid: false,
      checkedAt: null
    }
    const texts = { name: name ?? before.name, email: email ?? before.email, updatedAt: tx.now() }
    const row = await people.changeItem(tx.db, companyId, id, { ...texts, ...unchecked })
    if (!row) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
    if (unchecked) {
      await askForCheck(tx, companyId, contactListId)
      await publishList(tx, companyId, contactListId)
    }
    return publishItem(tx, row, false)
  })
}

/** Errors: ERR_NO_CONTACT_LIST_ITEM_FOUND. */
export function deleteItem(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { contactListId } = await foundItem(tx, companyId, id)
    await hold(tx, companyId, contactListId)
    if (!(await people.deleteItem(tx.db, companyId, id))) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
    await repo.countPeople(tx.db, companyId, contactListId, -1)
    await publishList(tx, companyId, contactListId)
    const subject = { type: 'contact-list-item', id }
    recordAudit(tx, { companyId, action: 'contact-list-item.deleted', subject, before: { contactListId } })
    tx.bus.emit(contactListItemDeleted, { companyId, id, contactListId })
  })
}
