// Gives people the names a phone knows them by, where nobody has named them yet.
import type { Ctx } from '#platform/ctx.ts'
import type { Party } from '#platform/whatsapp-port.ts'
import { nameByAddress } from './name-unnamed.repo.ts'
import { addressesOf, cleanName } from './resolve-contacts.ts'

/** Nobody is told of each; unknown people stay unknown. */
export function nameUnnamed(tx: Ctx, companyId: number, named: { party: Party; name: string }[]): Promise<void> {
  return nameByAddress(
    tx.db,
    companyId,
    named.flatMap(({ party, name }) => {
      const clean = cleanName(name)
      return clean === null ? [] : addressesOf(party).map((address) => ({ address, name: clean }))
    })
  )
}
