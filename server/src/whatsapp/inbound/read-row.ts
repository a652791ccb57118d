// Reads a journal row, looking up the other address of its person where the stanza tells only one.
import type { Address, InboundMessage } from '#platform/whatsapp-port.ts'
import { lonelyAddress, type Own } from '../addresses/addresses.ts'
import { type JournalRow, normalizeMessage } from './normalize-message.ts'

export interface Reader {
  own(): Own
  partnerOf(address: Address): Promise<Address | null>
}

/** Errors: bytes that are no message; trouble with the database. */
export async function readRow(row: JournalRow, { own, partnerOf }: Reader, now: Date): Promise<InboundMessage> {
  const lonely = lonelyAddress(row.attrs, own())
  const partner = lonely === null ? null : await partnerOf(lonely)
  return normalizeMessage(row, { own: own(), partnerOf: (address) => (address === lonely ? partner : null), now })
}
