// Rules of consents: who said what, kept in order, and what it changes for campaigns.
import type { Consent } from '@guiche/shared/features/inbox/consents.ts'
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { ErasedPerson, ContactMove } from '#features/inbox/contacts/contacts.events.ts'
import { phoneAddress, showContact } from '#features/inbox/contacts/contacts.service.ts'
import type { PersonRecords } from '#features/inbox/personal-data/personal-data.events.ts'
import { askedOf, recordsOf } from '#features/inbox/personal-data/records/records-of.repo.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { consentEntered, consentRecorded } from './consents.events.ts'
import * as repo from './consents.repo.ts'

const table = 'contact_consents'
/** Entries that are listed. */
const most = 100

function consentOf({ companyId: _company, createdAt, ...row }: repo.ConsentRow): Consent {
  return { ...row, createdAt: createdAt.toISOString() }
}

/** Errors: ERR_NO_CONTACT_FOUND. */
export async function listConsents(ctx: Ctx, { companyId }: Actor, contactId: number): Promise<{ records: Consent[] }> {
  await showContact(ctx, companyId, contactId)
  return { records: (await repo.consentsOf(ctx.db, companyId, contactId, most)).map(consentOf) }
}

/** Writes down what a person said, or what was entered for them, in the running transaction. */
export async function noteConsent(tx: Ctx, row: repo.NewConsent): Promise<Consent> {
  const consent = consentOf(await repo.insertConsent(tx.db, { ...row, createdAt: tx.now() }))
  tx.bus.emit(consentRecorded, { companyId: row.companyId, consent })
  return consent
}

/** The same of whoever has a number (digits), if it is a contact of the company. */
export async function noteConsentOfNumber(
  tx: Ctx,
  number: string,
  row: Omit<repo.NewConsent, 'contactId'>
): Promise<void> {
  for (const spelling of spellingsOf(number)) {
    const contactId = await repo.contactAt(tx.db, row.companyId, phoneAddress(spelling))
    if (contactId !== null) return void (await noteConsent(tx, { ...row, contactId }))
  }
}

/**
 * Enters what a person said to somebody of the team. Errors: ERR_NO_CONTACT_FOUND, ERR_VALIDATION for a group, ERR_OPTED_OUT
 * for a consent of somebody who had withdrawn it, unless the caller is an admin.
 */
export function recordConsent(
  ctx: Ctx,
  actor: Actor,
  contactId: number,
  { state, detail }: { state: 'given' | 'withdrawn'; detail: string }
): Promise<Consent> {
  const { companyId, name: byName } = actor
  return inTransaction(ctx, async (tx) => {
    const { number, name, isGroup } = await showContact(tx, companyId, contactId)
    if (isGroup) throw new AppError('ERR_VALIDATION', { fields: { state: 'ERR_VALIDATION' } })
    await consentEntered.run(tx, companyId, { actor, state, detail, number, name })
    return noteConsent(tx, { companyId, contactId, state, source: 'team', detail, byName })
  })
}

/** A step of `beforeContactMerge`. */
export async function mergeContact(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  const ids = await repo.moveConsents(tx.db, companyId, { from, into })
  moved[table] = ids
}

/** A step of `beforeContactsJoin`. */
export const followContact = (tx: Ctx, companyId: number, from: number, into: number): Promise<void> =>
  mergeContact(tx, companyId, { from, into, moved: {} })

/** A step of `afterMergeUndone`. */
export async function returnConsents(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  await repo.moveConsents(tx.db, companyId, { from, into, ids: moved[table] ?? [] })
}

/** A step of `recordsOfPerson`. */
export async function addConsents(_tx: Ctx, companyId: number, person: ErasedPerson, records: PersonRecords[]) {
  records.push(recordsOf(repo.consentRecords, askedOf(companyId, person)))
}
