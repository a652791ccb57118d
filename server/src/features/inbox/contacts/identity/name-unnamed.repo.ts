// SQL of names for contacts that are called by their number.
import { rawOf, type Transaction } from '#database/client.ts'

export async function nameByAddress(
  db: Transaction,
  companyId: number,
  names: { address: string; name: string }[]
): Promise<void> {
  if (names.length === 0) return
  await rawOf(db)`
    update contacts c set name = x.name, name_source = 'pushed', updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(names)}::text::jsonb) as x(address text, name text)
    join contact_addresses a on a.company_id = ${companyId} and a.address = x.address
    where c.company_id = ${companyId} and c.id = a.contact_id and c.name_source = 'number'`
}
