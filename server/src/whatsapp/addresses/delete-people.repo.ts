// SQL that removes what sessions keep of people who are erased.
import { rawOf, type Transaction } from '#database/client.ts'
import type { Address } from '#platform/whatsapp-port.ts'
import { userOf } from './addresses.ts'

/**
 * Journal rows of their conversations, or written by them in groups, and Signal keys whose names hold their number or LID. What
 * a running session remembers of the keys ends with it; it writes none anew unless the person writes.
 */
export async function deletePeople(db: Transaction, companyId: number, addresses: Address[]): Promise<void> {
  const users = [...new Set(addresses.map(userOf))].filter((user) => /^[\d-]{6,}$/.test(user))
  if (users.length === 0) return
  const raw = rawOf(db)
  const named = `(^|[^0-9])(${users.join('|')})([^0-9]|$)`
  await raw`delete from inbound_journal where company_id = ${companyId} and (chat = any(${addresses}::text[]) or attrs::text ~ ${named})`
  await raw`delete from whatsapp_keys where company_id = ${companyId} and id ~ ${named} and type <> 'pre-key'
    and type not like 'app-state%'`
}
