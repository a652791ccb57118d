// Takes the rows of a sheet into the contacts: new ones are added, known ones get what they lack.
import type { FastifyRequest } from 'fastify'
import type { ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as imports from './contact-imports.repo.ts'
import { contactSaved } from '../contacts.events.ts'
import { importContacts } from '../contacts.jobs.ts'
import * as repo from '../contacts.repo.ts'
import { phoneAddress } from '../contacts.service.ts'
import { startSheetImport, type TakeRows } from './sheet-imports.ts'
import { wholeContacts } from '../lists/whole-contacts.ts'

/** Errors: ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED. */
export function startImport(ctx: Ctx, actor: Actor, request: FastifyRequest) {
  return startSheetImport(ctx, actor, request, {
    contactListId: null,
    enqueue: (tx, data) => tx.jobs.add(tx, importContacts, data)
  })
}

/** Contact id by number, for those of the drafts that are known under either spelling. */
async function knownOf(tx: Ctx, companyId: number, drafts: ContactDraft[]): Promise<Map<string, number>> {
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
async function addNew(tx: Ctx, companyId: number, drafts: ContactDraft[], known: Map<string, number>) {
  const fresh = drafts.filter(({ number }) => !known.has(number))
  if (fresh.length === 0) return 0
  const made = await imports.insertImported(tx.db, companyId, fresh)
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
async function fillKnown(tx: Ctx, companyId: number, drafts: ContactDraft[], known: Map<string, number>) {
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
  for (const contact of await wholeContacts(tx, companyId, rows)) tx.bus.emit(contactSaved, { contact, isNew: false })
  return filled.length
}

/** One step of an import. */
export const takeContacts: TakeRows = async (tx, { companyId }, drafts) => {
  const known = await knownOf(tx, companyId, drafts)
  const created = await addNew(tx, companyId, drafts, known)
  return { created, updated: await fillKnown(tx, companyId, drafts, known) }
}
