// Finds the contacts behind WhatsApp addresses, makes those that are missing, and joins two that prove to be one person.
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { cutText } from '#platform/text/cut-text.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Address, Party } from '#platform/whatsapp-port.ts'
import { contactOf } from '../lists/contact-rows.ts'
import type { ContactRow } from '../contacts.repo.ts'
import { afterContactsJoin, beforeContactsJoin, contactRemoved, contactSaved } from '../contacts.events.ts'
import * as repo from '../contacts.repo.ts'
import { wholeContacts } from '../lists/whole-contacts.ts'

/** A party to find, with the name it gives itself. */
export interface NamedParty {
  party: Party
  name: string | null
}

/** Every address of a party, the one the stanza used first. */
export function addressesOf({ address, phone, lid }: Party): Address[] {
  return [...new Set([address, phone, lid].filter((one) => one !== null))]
}

const numberOf = (party: Party): string | null =>
  party.isGroup ? party.address.replace(/@.*/, '') : (party.phone?.replace(/@.*/, '') ?? null)

/** A name for somebody who gave none; a LID never serves as one. */
const fallbackName = (party: Party): string =>
  party.isGroup ? 'Grupo' : party.phone ? formatPhone(numberOf(party) ?? '') : 'Contato'

/** Longest name kept. */
const nameLength = 100
export function cleanName(name: string | null): string | null {
  const clean = cutText(name?.replace(/\s+/g, ' ').trim() ?? '', nameLength).trim()
  // Names of nothing but joiners, marks of direction and fillers look like none.
  return /[^\p{Cc}\p{Cf}\p{Z}\u3164\u115f\u1160\uffa0\u2800]/u.test(clean) ? clean : null
}

/**
 * Contact id for each address of the given parties, inside a transaction. New people become contacts; a second
 * contact of one person (number here, LID there) is joined into the older one. `tellsOfNew` false: whoever asks for very
 * many has the lists asked for again at the end.
 */
export async function resolveContacts(
  tx: Ctx,
  companyId: number,
  parties: NamedParty[],
  { tellsOfNew } = { tellsOfNew: true }
): Promise<Map<Address, number>> {
  const all = [...new Set(parties.flatMap(({ party }) => addressesOf(party)))]
  const known = await repo.contactIdsByAddress(tx.db, companyId, all)
  const stored = new Set(known.keys())
  const missing = new Map<string, NamedParty>()
  for (const named of parties) {
    const ids = [...new Set(addressesOf(named.party).flatMap((address) => known.get(address) ?? []))]
    if (ids.length === 0)
      missing.set(
        named.party.phone ?? named.party.address,
        mergeNames(missing.get(named.party.phone ?? named.party.address), named)
      )
    else if (ids.length > 1) await joinContacts(tx, companyId, ids, known)
  }
  const made = missing.size > 0 ? await makeContacts(tx, companyId, [...missing.values()], known) : []
  if (tellsOfNew)
    for (const row of made) tx.bus.emit(contactSaved, { contact: contactOf(tx, row, [], []), isNew: true })
  await repo.addAddresses(tx.db, companyId, learnAddresses(parties, known, stored))
  await fillNumbers(tx, companyId, learnNumbers(parties, known, new Set(made.map(({ id }) => id))))
  return known
}

function mergeNames(before: NamedParty | undefined, next: NamedParty): NamedParty {
  return {
    party: {
      ...next.party,
      phone: next.party.phone ?? before?.party.phone ?? null,
      lid: next.party.lid ?? before?.party.lid ?? null
    },
    name: next.name ?? before?.name ?? null
  }
}

/** Makes contacts; one made by another transaction in the same moment is found instead. Returns the new ones. */
async function makeContacts(
  tx: Ctx,
  companyId: number,
  missing: NamedParty[],
  known: Map<Address, number>
): Promise<ContactRow[]> {
  const rows = await repo.insertContacts(
    tx.db,
    missing.map(({ party, name }) => ({
      companyId,
      name: cleanName(name) ?? fallbackName(party),
      nameSource: cleanName(name) ? ('pushed' as const) : ('number' as const),
      number: numberOf(party),
      isGroup: party.isGroup,
      waAddress: party.address
    }))
  )
  const byNumber = new Map(rows.flatMap((row) => (row.number === null ? [] : [[row.number, row] as const])))
  // Rows without a number come back in the order they were given: nothing of them can clash.
  const unnumbered = rows.filter((row) => row.number === null)
  const clashing: NamedParty[] = []
  for (const named of missing) {
    const number = numberOf(named.party)
    const row = number === null ? unnumbered.shift() : byNumber.get(number)
    if (!row) {
      clashing.push(named)
      continue
    }
    for (const address of addressesOf(named.party)) known.set(address, row.id)
  }
  if (clashing.length > 0) {
    const numbers = clashing.map(({ party }) => numberOf(party) ?? '')
    const existing = new Map(
      (await repo.contactsWithNumbers(tx.db, companyId, numbers)).map((row) => [row.number, row.id])
    )
    for (const { party } of clashing) {
      const id = existing.get(numberOf(party))
      if (id !== undefined) for (const address of addressesOf(party)) known.set(address, id)
    }
  }
  return rows
}

/** Addresses that are not stored with their contact yet; `known` has them from now on. */
function learnAddresses(parties: NamedParty[], known: Map<Address, number>, stored: ReadonlySet<Address>) {
  const fresh = new Map<string, number>()
  for (const { party } of parties) {
    const owner = addressesOf(party)
      .map((address) => known.get(address))
      .find((id) => id !== undefined)
    if (owner === undefined) continue
    for (const address of addressesOf(party)) {
      known.set(address, owner)
      if (!stored.has(address)) fresh.set(address, owner)
    }
  }
  return [...fresh].map(([address, contactId]) => ({ address, contactId }))
}

/** Numbers that the parties have, by the contact; those that were just `made` have theirs. */
function learnNumbers(parties: NamedParty[], known: ReadonlyMap<Address, number>, made: ReadonlySet<number>) {
  const numbers = new Map<number, string>()
  for (const { party } of parties) {
    const id = party.phone === null || party.isGroup ? undefined : known.get(party.phone)
    if (id !== undefined && !made.has(id)) numbers.set(id, numberOf(party) ?? '')
  }
  return numbers
}

/** Contacts first known by LID alone get their number as soon as it is heard. */
async function fillNumbers(tx: Ctx, companyId: number, numbers: ReadonlyMap<number, string>): Promise<void> {
  for (const row of await repo.contactsWithoutNumber(tx.db, companyId, [...numbers.keys()])) {
    const number = numbers.get(row.id) ?? ''
    const updated = await repo.updateContactRow(tx.db, companyId, row.id, {
      number,
      ...(row.nameSource === 'number' ? { name: formatPhone(number) } : {})
    })
    if (updated) await announce(tx, companyId, updated)
  }
}

async function announce(tx: Ctx, companyId: number, row: ContactRow) {
  for (const contact of await wholeContacts(tx, companyId, [row])) tx.bus.emit(contactSaved, { contact, isNew: false })
}

/** Joins contacts that are one person into the oldest of them; the map follows. */
async function joinContacts(tx: Ctx, companyId: number, ids: number[], known: Map<Address, number>): Promise<void> {
  const rows = await repo.lockContacts(tx.db, companyId, ids)
  const [keep, ...others] = rows
  if (!keep) return
  for (const other of others) {
    await beforeContactsJoin.run(tx, companyId, other.id, keep.id)
    await repo.moveContactRows(tx.db, companyId, other.id, keep.id)
    await repo.deleteContactRow(tx.db, companyId, other.id)
    tx.bus.emit(contactRemoved, { companyId, contactId: other.id, mergedInto: keep.id })
    for (const [address, id] of known) if (id === other.id) known.set(address, keep.id)
  }
  // Of two pictures one stays.
  await removeUnusedFiles(
    tx,
    companyId,
    others.flatMap(({ picture }) => (picture === null ? [] : [[picture]]))
  )
  const typed = rows.find((row) => row.nameSource === 'typed') ?? rows.find((row) => row.nameSource === 'pushed')
  const updated = await repo.updateContactRow(tx.db, companyId, keep.id, {
    number: keep.number ?? others.find((row) => row.number !== null)?.number ?? null,
    ...(typed && keep.nameSource !== 'typed' ? { name: typed.name, nameSource: typed.nameSource } : {})
  })
  if (updated) await announce(tx, companyId, updated)
  await afterContactsJoin.run(tx, companyId, keep.id)
}

/** A party was named or its two addresses were learnt outside of a message. Unknown people stay unknown. */
export async function noteParty(tx: Ctx, companyId: number, party: Party, name: string | null): Promise<void> {
  const known = await repo.contactIdsByAddress(tx.db, companyId, addressesOf(party))
  if (known.size === 0) return
  const resolved = await resolveContacts(tx, companyId, [{ party, name }])
  const id = resolved.get(party.address)
  const clean = cleanName(name)
  if (id === undefined || clean === null) return
  const [row] = await repo.contactsByIds(tx.db, companyId, [id])
  if (!row || row.name === clean || (row.nameSource === 'typed' && !row.isGroup)) return
  const updated = await repo.updateContactRow(tx.db, companyId, id, { name: clean, nameSource: 'pushed' })
  if (updated) await announce(tx, companyId, updated)
}
