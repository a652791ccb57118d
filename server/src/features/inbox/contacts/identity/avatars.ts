// Profile pictures: fetched beside the messages, one after the other and slowly, and kept for a day.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileQuestion } from '#features/inbox/erasure/erasure.events.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { Address, ConnectionRef } from '#platform/whatsapp-port.ts'
import { avatarsAmong } from '../sheets/contact-imports.repo.ts'
import { contactAppeared, contactSaved } from '../contacts.events.ts'
import * as repo from '../contacts.repo.ts'
import { wholeContacts } from '../lists/whole-contacts.ts'
import { phoneAddress } from '../contacts.service.ts'

/** Milliseconds after which a picture is looked at again. */
const freshFor = 24 * 3_600_000
/** Contacts that may wait for a look; a picture is nice to have, so a flood is cut off. */
const longestQueue = 1000
/** Milliseconds between two looks: a crowd of new customers wants the server, and WhatsApp's patience, for its messages. */
const pause = 250
/** Bytes a picture may have. */
const largest = 2_000_000

interface Wanted {
  companyId: number
  connectionId: number
  contactId: number
}

/** Fetches the picture of one contact if it is stale. Errors of WhatsApp leave the old one. */
async function fetchPicture(ctx: Ctx, { companyId, connectionId, contactId }: Wanted): Promise<void> {
  const ref = { companyId, connectionId }
  if (!ctx.whatsapp.isConnected(ref)) return
  const before = new Date(ctx.now().getTime() - freshFor)
  const [contact] = await repo.contactsWithStaleAvatar(ctx.db, companyId, [contactId], before)
  const address = contact?.waAddress ?? (contact?.number ? phoneAddress(contact.number) : null)
  if (!contact || !address) return
  const bytes = await ctx.whatsapp.profileAvatar(ref, address)
  const key = bytes ? `c${companyId}/pictures/${randomUUID()}.jpg` : null
  if (key === null && contact.picture === null) {
    await repo.updateContactRow(ctx.db, companyId, contactId, { pictureCheckedAt: ctx.now() })
    return
  }
  if (bytes && key) {
    const scanned = ctx.scanner.scan(Readable.from([bytes]), { ...ref, contactId })
    await ctx.storage.save(key, scanned, largest)
  }
  const isKnown = await inTransaction(ctx, async (tx) => {
    const row = await repo.updateContactRow(tx.db, companyId, contactId, { picture: key, pictureCheckedAt: ctx.now() })
    if (!row) return false
    for (const one of await wholeContacts(tx, companyId, [row]))
      tx.bus.emit(contactSaved, { contact: one, isNew: false })
    return true
  })
  // The person was deleted while the picture was on its way.
  if (!isKnown && key) await ctx.storage.remove(key)
  if (contact.picture) await ctx.storage.remove(contact.picture)
}

/** A step of `filesInUse`. */
export async function markUsedAvatars(tx: Ctx, companyId: number, { keys, used }: FileQuestion): Promise<void> {
  for (const key of await avatarsAmong(tx.db, companyId, keys)) used.add(key)
}

/** The picture behind an address was changed: it is fetched anew if the contact is known. */
export async function refreshAvatar(ctx: Ctx, ref: ConnectionRef, address: Address): Promise<void> {
  const contactId = (await repo.contactIdsByAddress(ctx.db, ref.companyId, [address])).get(address)
  if (contactId === undefined) return
  await repo.updateContactRow(ctx.db, ref.companyId, contactId, { pictureCheckedAt: null })
  await fetchPicture(ctx, { ...ref, contactId })
}

/** Looks for the pictures of people who appear, after their messages are stored and shown. */
export function listenForAvatars(bus: EventBus): void {
  const waiting: Wanted[] = []
  let isRunning = false
  const work = async (ctx: Ctx): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        // A server that stops has no sessions any more: nobody waits for what is left.
        if (!ctx.whatsapp.isConnected(next)) continue
        await sleep(pause)
        await fetchPicture(ctx, next).catch((error: unknown) =>
          ctx.log.debug({ err: error }, 'profile picture not fetched')
        )
      }
    } finally {
      isRunning = false
    }
  }
  bus.on(contactAppeared, (ctx, { companyId, connectionId, contactIds }) => {
    for (const contactId of contactIds)
      if (waiting.length < longestQueue) waiting.push({ companyId, connectionId, contactId })
    return work(ctx)
  })
}
