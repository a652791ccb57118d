// Rules of contacts: list, create with a checked number, edit, delete.
import type { Contact, ContactDraft, ContactPatch, ContactShown } from '@guiche/shared/features/inbox/contacts.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { isPhoneNumber, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hideInName } from '#platform/numbers/hide-numbers.ts'
import { dayRange } from '#platform/text/day-range.ts'
import { readTerm } from '#platform/text/search-term.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { contactBriefOf } from './lists/contact-rows.ts'
import { setTags } from './lists/contact-tags.ts'
import type { ContactRow } from './contacts.repo.ts'
import { contactSaved } from './contacts.events.ts'
import { connectionsOfContacts } from './identity/contact-connections.repo.ts'
import { firstContacts, pageOfContacts } from './lists/list-contacts.repo.ts'
import { mayChangeNumber } from './contacts.policy.ts'
import * as repo from './contacts.repo.ts'
import { wholeContacts } from './lists/whole-contacts.ts'

/** Contacts a page. */
const pageSize = 20
/** Contacts listed at the most where a list has no pages. */
const most = 1000

export const phoneAddress = (digits: string): string => `${digits}@s.whatsapp.net`

export interface ContactSearch {
  searchParam: string
  pageNumber: number
  date?: string | undefined
  dateStart?: string | undefined
  dateEnd?: string | undefined
  tags?: number[] | undefined
  countsTickets?: boolean | undefined
}

/** Rows in the order of `ids`. */
async function inOrder(ctx: Ctx, companyId: number, ids: number[]): Promise<ContactRow[]> {
  const rows = new Map((await repo.contactsByIds(ctx.db, companyId, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Contacts as they are shown: each with the connection of its newest ticket. */
export async function withConnection(ctx: Ctx, companyId: number, contacts: Contact[]): Promise<ContactShown[]> {
  const ids = contacts.map(({ id }) => id)
  const connections = await connectionsOfContacts(ctx.db, companyId, ids)
  return contacts.map((contact) => ({ ...contact, whatsapp: connections.get(contact.id) ?? null }))
}

/** A page by name. */
export async function listContacts(ctx: Ctx, actor: Actor, query: ContactSearch) {
  const { companyId, timeZone } = actor
  const hidesNumbers = !seesNumbers(actor)
  const term = await readTerm(ctx.db, companyId, query.searchParam, hidesNumbers)
  const filter = {
    companyId,
    hidesNumbers,
    term,
    from: dayRange(query.date || query.dateStart, timeZone)?.from,
    until: dayRange(query.date || query.dateEnd, timeZone)?.until,
    tagIds: query.tags ?? [],
    countsTickets: query.countsTickets === true
  }
  const stretch = { offset: (query.pageNumber - 1) * pageSize, limit: pageSize + 1 }
  const { ids, count } = await pageOfContacts(ctx.db, filter, stretch)
  const rows = await inOrder(ctx, companyId, ids.slice(0, pageSize))
  return { contacts: await wholeContacts(ctx, companyId, rows), count, hasMore: ids.length > pageSize }
}

export async function listAllContacts(ctx: Ctx, actor: Actor, name: string) {
  const { companyId } = actor
  const hidesNumbers = !seesNumbers(actor)
  const term = await readTerm(ctx.db, companyId, name, hidesNumbers)
  const rows = await firstContacts(ctx.db, { companyId, term, hidesNumbers }, most)
  return rows.map((row) => contactBriefOf(ctx, row))
}

/** Contacts as people see them; those that do not exist are left out. */
export const contactsOf = async (ctx: Ctx, companyId: number, ids: number[]): Promise<Contact[]> =>
  wholeContacts(ctx, companyId, await repo.contactsByIds(ctx.db, companyId, ids))

/** Errors: ERR_NO_CONTACT_FOUND. */
export async function showContact(ctx: Ctx, companyId: number, id: number): Promise<Contact> {
  const [contact] = await contactsOf(ctx, companyId, [id])
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return contact
}

/** Id of the connection that WhatsApp is asked by about numbers; null without one that is up. */
export const connectionForLookUps = (ctx: Ctx, companyId: number): Promise<number | null> =>
  repo.connectedConnection(ctx.db, companyId)

/** The number WhatsApp knows, when a connection can be asked; else the typed one. Errors: ERR_WAPP_INVALID_CONTACT. */
async function checkedNumber(ctx: Ctx, companyId: number, typed: string) {
  const refused = () => new AppError('ERR_WAPP_INVALID_CONTACT', { fields: { number: 'ERR_WAPP_INVALID_CONTACT' } })
  if (!isPhoneNumber(typed)) throw refused()
  const spellings = spellingsOf(typed)
  const addresses = spellings.map(phoneAddress)
  const connectionId = await connectionForLookUps(ctx, companyId)
  const found =
    connectionId === null
      ? null
      : await ctx.whatsapp.lookUp({ companyId, connectionId }, spellings).catch((error: unknown) => {
          // Without an answer the number is kept as typed: it is checked again when a message goes out.
          ctx.log.debug({ err: error }, 'number not looked up')
          return null
        })
  if (found === null) return { number: typed, addresses }
  const real = found.find((entry) => entry.exists)
  if (!real) throw refused()
  const known = [real.phone, real.lid].filter((address) => address !== null)
  return { number: real.number ?? typed, addresses: [...new Set([...addresses, ...known])] }
}

function duplicated(contactId?: number) {
  return new AppError('ERR_DUPLICATED_CONTACT', {
    fields: { number: 'ERR_DUPLICATED_CONTACT' },
    ...(contactId === undefined ? {} : { values: { contactId } })
  })
}

/** Errors: ERR_DUPLICATED_CONTACT with values.contactId, ERR_WAPP_INVALID_CONTACT, ERR_NO_TAG_FOUND. */
export async function createContact(
  ctx: Ctx,
  { companyId }: Pick<Actor, 'companyId'>,
  draft: ContactDraft,
  nameSource: 'typed' | 'number' = 'typed'
): Promise<Contact> {
  const { number, addresses } = await checkedNumber(ctx, companyId, draft.number)
  return inTransaction(ctx, async (tx) => {
    const taken = await repo.contactIdsByAddress(tx.db, companyId, addresses)
    if (taken.size > 0) throw duplicated(taken.values().next().value)
    const row = await repo.insertContact(tx.db, { companyId, name: draft.name, nameSource, number, email: draft.email })
    if (!row) throw duplicated()
    await repo.addAddresses(
      tx.db,
      companyId,
      addresses.map((address) => ({ address, contactId: row.id }))
    )
    await repo.replaceExtraInfo(tx.db, companyId, row.id, draft.extraInfo)
    if (draft.tags) await setTags(tx, companyId, row.id, draft.tags)
    const contact = await showContact(tx, companyId, row.id)
    tx.bus.emit(contactSaved, { contact, isNew: true })
    return contact
  })
}

/** Fields that come back as they were shown to somebody who sees no numbers are as they were. Errors: ERR_NUMBER_HIDDEN. */
function restoreExtra(given: ContactPatch['extraInfo'], stored: Contact['extraInfo']): ContactPatch['extraInfo'] {
  const known = new Map(stored.map(({ id, value }) => [id, value]))
  return given?.map((row) => {
    if (!holdsHiddenNumber(row.value)) return row
    const value = row.id === undefined ? undefined : known.get(row.id)
    if (value === undefined || hideInName(value) !== row.value) throw new AppError('ERR_NUMBER_HIDDEN')
    return { ...row, value }
  })
}

/**
 * Errors: ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION, ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_NO_TAG_FOUND,
 * ERR_NUMBER_HIDDEN.
 */
export async function updateContact(ctx: Ctx, actor: Actor, id: number, draft: ContactPatch): Promise<Contact> {
  const { companyId } = actor
  const before = await showContact(ctx, companyId, id)
  const isOther = draft.number !== undefined && draft.number !== before.number && !before.isGroup
  if (isOther && !mayChangeNumber(actor, before.number)) throw new AppError('ERR_NO_PERMISSION')
  const extraInfo = restoreExtra(draft.extraInfo, before.extraInfo)
  const renumbered = isOther && draft.number !== undefined ? await checkedNumber(ctx, companyId, draft.number) : null
  return inTransaction(ctx, async (tx) => {
    if (renumbered) {
      const taken = await repo.contactIdsByAddress(tx.db, companyId, renumbered.addresses)
      if ([...taken.values()].some((owner) => owner !== id)) throw duplicated()
      const old = await repo.addressesOf(tx.db, companyId, id)
      await repo.removeAddresses(tx.db, companyId, old)
      await repo.addAddresses(
        tx.db,
        companyId,
        renumbered.addresses.map((address) => ({ address, contactId: id }))
      )
    }
    const row = await repo.updateContactRow(tx.db, companyId, id, {
      ...(draft.name === undefined ? {} : { name: draft.name, nameSource: 'typed' as const }),
      ...(draft.email === undefined ? {} : { email: draft.email }),
      ...(renumbered ? { number: renumbered.number, waAddress: null } : {})
    })
    if (!row) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (extraInfo) await repo.replaceExtraInfo(tx.db, companyId, id, extraInfo)
    if (draft.tags) await setTags(tx, companyId, id, draft.tags)
    const contact = await showContact(tx, companyId, id)
    tx.bus.emit(contactSaved, { contact, isNew: false })
    return contact
  })
}

/** The address a conversation lives on from now on. */
export async function setWaAddress(tx: Ctx, companyId: number, id: number, waAddress: string): Promise<void> {
  await repo.updateContactRow(tx.db, companyId, id, { waAddress })
}

/** The address a contact's conversation lives on; null when it was never heard from and has no number. */
export async function waAddressOf(ctx: Ctx, companyId: number, id: number): Promise<string | null> {
  const [row] = await repo.contactsByIds(ctx.db, companyId, [id])
  if (!row) return null
  return row.waAddress ?? (row.number === null ? null : phoneAddress(row.number))
}
