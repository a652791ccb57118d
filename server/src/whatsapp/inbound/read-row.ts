// Reads a journal row, looking up the other address of its person where the stanza tells only one.
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import { type AddressBook, lonelyAddress } from '../addresses/addresses.ts'
import { type JournalRow, normalizeMessage } from './normalize-message.ts'

/** Errors: bytes that are no message; trouble with the database. */
export async function readRow(row: JournalRow, { own, partnerOf }: AddressBook, now: Date): Promise<InboundMessage> {
  const lonely = lonelyAddress(row.attrs, own())
  const partner = lonely === null ? null : await partnerOf(lonely)
  return normalizeMessage(row, { own: own(), partnerOf: (address) => (address === lonely ? partner : null), now })
}
