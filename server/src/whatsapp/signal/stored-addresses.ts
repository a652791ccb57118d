// Who is who on a connection, as the database knows it: for work on any node, without a session.
import type { Sql } from '#database/client.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { type AddressBook, isLid, lidAddress, phoneAddress, userOf } from '../addresses/addresses.ts'
import { readCreds, readKeys } from './auth-state.repo.ts'
import { ownOf } from './auth-state.ts'
import { decodeCreds, decodeKey } from './key-codec.ts'

/** Reads the own addresses once, and the other address of a person whenever it is asked for. */
export async function storedAddresses(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  ref: ConnectionRef
): Promise<AddressBook> {
  const sealed = await readCreds(sql, ref)
  const own = sealed ? ownOf(decodeCreds(secrets.decrypt(sealed))) : { phone: null, lid: null }
  return {
    own: () => own,
    partnerOf: async (address) => {
      const id = isLid(address) ? `${userOf(address)}_reverse` : userOf(address)
      const [row] = await readKeys(sql, ref, 'lid-mapping', [id])
      const partner = row ? decodeKey(secrets.decrypt(row.data)) : null
      if (typeof partner !== 'string') return null
      return isLid(address) ? phoneAddress(partner) : lidAddress(partner)
    }
  }
}

/** The same for a device that may have been unlinked since. */
export function addressesOfDevice(device: string, { own, partnerOf }: AddressBook): AddressBook {
  const phone = phoneAddress(userOf(device))
  const { phone: present, lid } = own()
  return { own: () => ({ phone, lid: present === phone ? lid : null }), partnerOf }
}
