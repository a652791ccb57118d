// Rules of contacts that are one person: finding likely ones, merging two by hand, and taking it back.
import type { ContactMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import {
  afterMergeUndone,
  beforeContactMerge,
  contactRemoved,
  contactSaved,
  type ContactMove
} from '#features/inbox/contacts/contacts.events.ts'
import { giveTags, tagIdsOf, takeTags } from '#features/inbox/contacts/lists/contact-tags.ts'
import { contactsOf, showContact } from '#features/inbox/contacts/contacts.service.ts'
import { noteTicketStatus, ticketsByIds, ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { contactsMerged } from './contact-merges.events.ts'
import * as repo from './contact-merges.repo.ts'
import { returnDistinctions } from './distinctions.ts'
import { distinctionsOf } from './distinctions.repo.ts'
import { findDuplicates } from './find-duplicates.repo.ts'

/** Merges that are listed. */
const listed = 20
/** Tickets whose change is told; older ones are read afresh when somebody opens them. */
const told = 50

function mergeOf({ companyId: _company, snapshot: _snapshot, ...row }: repo.MergeRow): ContactMerge {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt === null ? null : row.undoneAt.toISOString()
  }
}

/** Groups of contacts; one that was named for a surer reason is not named again. */
export async function listDuplicates(ctx: Ctx, { companyId }: Actor) {
  const found = await findDuplicates(ctx.db, companyId)
  const seen = new Set<string>()
  const shown = found.groups.filter(({ ids }) => !seen.has(ids.join()) && seen.add(ids.join()))
  const contacts = new Map(
    (await contactsOf(ctx, companyId, [...new Set(shown.flatMap(({ ids }) => ids))])).map((one) => [one.id, one])
  )
  const groups = shown.map(({ reason, ids }) => ({ reason, contacts: ids.flatMap((id) => contacts.get(id) ?? []) }))
  return { groups: groups.filter((group) => group.contacts.length > 1), hasMore: found.hasMore }
}

export async function listMerges(ctx: Ctx, { companyId }: Actor) {
  return {
    records: (await repo.newestMerges(ctx.db, companyId, listed)).map(mergeOf)
  }
}

function factsOf({ name, nameSource, number, email, waAddress, picture }: repo.ContactRecord): repo.ContactFacts {
  return {
    name,
    nameSource,
    number,
    email,
    waAddress,
    picture
  }
}

/** What stays of both: whatever the contact that stays says, and what it lacks from the other. */
function joinedFacts(kept: repo.ContactFacts, gone: repo.ContactFacts): repo.ContactFacts {
  const hasBetterName = kept.nameSource !== 'typed' && gone.nameSource !== 'number'
  return {
    ...kept,
    ...(hasBetterName && gone.nameSource === 'typed' ? { name: gone.name, nameSource: 'typed' as const } : {}),
    number: kept.number ?? gone.number,
    email: kept.email === '' ? gone.email : kept.email,
    picture: kept.picture ?? gone.picture
  }
}

/** The other's further information, and its number, which would be seen nowhere otherwise. */
function addedExtra(
  has: { name: string; value: string }[],
  gone: { name: string; value: string }[],
  number: string | null
) {
  const others = number === null ? gone : [...gone, { name: 'WhatsApp', value: formatPhone(number) }]
  return others.filter((row) => !has.some(({ name, value }) => name === row.name && value === row.value))
}

/** Where tickets are before they move. */
const placesOf = async (tx: Ctx, companyId: number, ids: number[]) =>
  new Map((await ticketsByIds(tx, companyId, ids)).map((ticket) => [ticket.id, ticket]))

/** Of two tickets in service over one connection the other contact's is closed, unless only it is being served. */
async function closeSecond(tx: Ctx, companyId: number, keptId: number, goneId: number) {
  const pairs = await repo.activePairs(tx.db, companyId, keptId, goneId)
  const closed = pairs.map(({ kept, gone }) => (kept.status === 'pending' && gone.status === 'open' ? kept : gone))
  const ids = closed.map(({ id }) => id)
  const before = await placesOf(tx, companyId, ids)
  await repo.closeTickets(tx.db, companyId, ids)
  if (ids.length > 0) await noteTicketStatus(tx, companyId, ids, 'closed')
  return { closed: closed.map(({ id, status, unread }) => ({ ticketId: id, status, unread })), before }
}

async function lockTwo(tx: Ctx, companyId: number, keptId: number, goneId: number) {
  if (keptId === goneId) throw new AppError('ERR_CONTACTS_NOT_MERGEABLE')
  const rows = await repo.lockContacts(tx.db, companyId, [keptId, goneId])
  const kept = rows.find(({ id }) => id === keptId)
  const gone = rows.find(({ id }) => id === goneId)
  if (!kept || !gone) throw new AppError('ERR_NO_CONTACT_FOUND')
  if (kept.isGroup || gone.isGroup) throw new AppError('ERR_CONTACTS_NOT_MERGEABLE')
  return { kept, gone }
}

/** Errors: ERR_NO_CONTACT_FOUND, ERR_CONTACTS_NOT_MERGEABLE for groups and for a contact with itself. */
export function mergeContacts(ctx: Ctx, actor: Actor, keptId: number, goneId: number): Promise<ContactMerge> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { kept, gone } = await lockTwo(tx, companyId, keptId, goneId)
    const way = { from: goneId, into: keptId }
    const { closed, before } = await closeSecond(tx, companyId, keptId, goneId)
    const addresses = await repo.addressesOf(tx.db, companyId, goneId)
    const ticketIds = await repo.moveTickets(tx.db, companyId, await repo.ticketIdsOf(tx.db, companyId, goneId), way)
    await repo.moveAddresses(tx.db, companyId, addresses, way)
    const extraInfo = (await repo.extraOf(tx.db, companyId, goneId)).map(({ name, value }) => ({ name, value }))
    const has = await repo.extraOf(tx.db, companyId, keptId)
    const goneTags = await tagIdsOf(tx, companyId, goneId)
    const tagIds = { gone: goneTags, given: await giveTags(tx, companyId, keptId, goneTags) }
    const move: ContactMove = { from: goneId, into: keptId, moved: {} }
    await beforeContactMerge.run(tx, companyId, move)
    const distinctionIds = await distinctionsOf(tx.db, companyId, goneId)
    await repo.deleteContact(tx.db, companyId, goneId)
    const extra = addedExtra(has, extraInfo, kept.number === null ? null : gone.number)
    const extraIds = await repo.addExtra(tx.db, companyId, keptId, extra)
    const keptBefore = factsOf(kept)
    const keptAfter = joinedFacts(keptBefore, factsOf(gone))
    await repo.setFacts(tx.db, companyId, keptId, keptAfter)
    const row = await repo.insertMerge(tx.db, {
      companyId,
      keptId,
      keptName: keptAfter.name,
      goneId,
      goneName: gone.name,
      userName: actor.name,
      snapshot: {
        gone: { ...factsOf(gone), createdAt: gone.createdAt.toISOString(), extraInfo },
        ...{ keptBefore, keptAfter, addresses, ticketIds, extraIds, tagIds, closed, moved: move.moved, distinctionIds }
      }
    })
    tx.bus.emit(contactRemoved, { companyId, contactId: goneId, mergedInto: keptId })
    await publishContact(tx, companyId, keptId, false)
    const touched = new Set([...before.keys(), ...(await newestOf(tx, companyId, keptId))])
    await ticketTouched(tx, companyId, [...touched], before)
    const subject = { type: 'contact', id: keptId }
    recordAudit(tx, {
      companyId,
      action: 'contact.merged',
      subject,
      before: { contactId: goneId, tickets: ticketIds.length }
    })
    tx.bus.emit(contactsMerged, { companyId, merge: mergeOf(row) })
    return mergeOf(row)
  })
}

const newestOf = async (tx: Ctx, companyId: number, contactId: number) =>
  (await repo.ticketIdsOf(tx.db, companyId, contactId)).slice(0, told)

async function publishContact(tx: Ctx, companyId: number, id: number, isNew: boolean): Promise<void> {
  tx.bus.emit(contactSaved, { contact: await showContact(tx, companyId, id), isNew })
}

/** What the merge gave the contact that stays goes back, where nobody has changed it since. */
function factsBack(now: repo.ContactFacts, { keptBefore, keptAfter }: repo.MergeSnapshot): Partial<repo.ContactFacts> {
  return Object.fromEntries(
    Object.entries(keptBefore).filter(([key]) => {
      const field = key as keyof repo.ContactFacts
      return now[field] === keptAfter[field]
    })
  )
}

/** Errors: ERR_NOT_FOUND, ERR_MERGE_NOT_UNDOABLE when it was undone, a contact is gone, or its number is taken. */
export function undoMerge(ctx: Ctx, actor: Actor, id: number): Promise<ContactMerge> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const row = await repo.lockMerge(tx.db, companyId, id)
    if (!row) throw new AppError('ERR_NOT_FOUND')
    const { keptId, goneId, snapshot } = row
    const [kept] = await repo.lockContacts(tx.db, companyId, [keptId])
    if (row.undoneAt !== null || !kept) throw new AppError('ERR_MERGE_NOT_UNDOABLE')
    await repo.setFacts(tx.db, companyId, keptId, factsBack(factsOf(kept), snapshot))
    const { createdAt, extraInfo, ...facts } = snapshot.gone
    const contact = { ...facts, companyId, id: goneId, createdAt: new Date(createdAt) }
    const restored = await repo.insertContact(tx.db, contact)
    if (restored === null) throw new AppError('ERR_MERGE_NOT_UNDOABLE')
    const way = { from: keptId, into: goneId }
    await repo.moveAddresses(tx.db, companyId, snapshot.addresses, way)
    const moved = await repo.moveTickets(tx.db, companyId, snapshot.ticketIds, way)
    await repo.removeExtra(tx.db, companyId, snapshot.extraIds)
    await repo.addExtra(tx.db, companyId, goneId, extraInfo)
    if (snapshot.tagIds) {
      await takeTags(tx, companyId, keptId, snapshot.tagIds.given)
      await giveTags(tx, companyId, goneId, snapshot.tagIds.gone)
    }
    await returnDistinctions(tx, companyId, goneId, snapshot.distinctionIds ?? [])
    await afterMergeUndone.run(tx, companyId, { ...way, moved: snapshot.moved ?? {} })
    const before = await placesOf(
      tx,
      companyId,
      snapshot.closed.map(({ ticketId }) => ticketId)
    )
    const reopened: number[] = []
    for (const one of snapshot.closed) {
      if (!(await repo.reopenTicket(tx.db, companyId, one))) continue
      reopened.push(one.ticketId)
      await noteTicketStatus(tx, companyId, [one.ticketId], one.status)
    }
    const undoneAt = tx.now()
    await repo.noteUndone(tx.db, companyId, id, undoneAt)
    await publishContact(tx, companyId, goneId, true)
    await publishContact(tx, companyId, keptId, false)
    await ticketTouched(tx, companyId, [...new Set([...reopened, ...moved.slice(0, told)])], before)
    const merge = mergeOf({ ...row, undoneAt })
    const subject = { type: 'contact', id: keptId }
    recordAudit(tx, { companyId, action: 'contact.merge-undone', subject, after: { contactId: goneId } })
    tx.bus.emit(contactsMerged, { companyId, merge })
    return merge
  })
}

/** Something that an undo would return has a successor, which returns as well. `table`: as in `ContactMove`. */
export const noteSuccessor = (
  tx: Ctx,
  companyId: number,
  table: string,
  rows: { id: number; nextId: number }
): Promise<void> => repo.addMoved(tx.db, companyId, table, rows)
