// SQL of contacts that are likely one person. Asked for by hand: it reads all contacts of the company once.
import { rawOf, type Transaction } from '#database/client.ts'

interface FoundGroup {
  reason: 'number' | 'email' | 'name'
  ids: number[]
}

/** Contacts of one group that are shown, and groups of each reason. */
const limits = { contacts: 10, groups: 20 }

/** Groups of contact ids, the surest reason first; a number without the country's code or the ninth digit is the same one. */
export const findDuplicates = async (db: Transaction, companyId: number): Promise<FoundGroup[]> => {
  const raw = rawOf(db)
  const groups: FoundGroup[] = []
  const keys = {
    number: raw`regexp_replace(number, '^(?:55)?([1-9]{2})9?([6-9][0-9]{7})$', '\\1\\2')`,
    email: raw`nullif(lower(email), '')`,
    name: raw`case when name_source <> 'number' then lower(name) end`
  }
  for (const reason of ['number', 'email', 'name'] as const) {
    const rows = await raw<{ ids: number[] }[]>`
      select (array_agg(id order by id))[1:${limits.contacts}] as ids
      from (select id, ${keys[reason]} as key from contacts where company_id = ${companyId} and not is_group) as keyed
      where key is not null group by key having count(*) > 1 order by key limit ${limits.groups}`
    groups.push(...rows.map(({ ids }) => ({ reason, ids })))
  }
  return groups
}
