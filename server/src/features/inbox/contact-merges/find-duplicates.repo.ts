// SQL of contacts that are likely one person: each reason is read in the order of an index, until enough is found.
import type { DuplicateReason } from '@guiche/shared/features/inbox/contact-merges.ts'
import { rawOf, type Transaction } from '#database/client.ts'

interface FoundGroup {
  reason: DuplicateReason
  ids: number[]
}

/** Contacts of one group that are shown, and groups of each reason. */
const limits = { contacts: 10, groups: 20 }

/**
 * Groups of contact ids, the surest reason first; a number without the country's code or the ninth digit is the same one.
 * Left out are those of whom somebody said that they are not one person, all of them in one word.
 */
export async function findDuplicates(
  db: Transaction,
  companyId: number
): Promise<{ groups: FoundGroup[]; hasMore: boolean }> {
  const raw = rawOf(db)
  const groups: FoundGroup[] = []
  let hasMore = false
  for (const reason of ['number', 'email', 'name'] as const) {
    const key = raw(`${reason}_key`)
    // Keys that stand twice are found by counting alone; only their contacts are gathered.
    const rows = await raw<{ ids: number[] }[]>`
      select twins.ids[1:${limits.contacts}] as ids from (
        select c.${key} as key from contacts c
        where c.company_id = ${companyId} and c.${key} is not null and not c.is_group
        group by c.${key} having count(*) > 1 order by c.${key}) twice
      cross join lateral (
        select array_agg(c.id order by c.id) as ids from contacts c
        where c.company_id = ${companyId} and c.${key} = twice.key and not c.is_group) twins
      where not exists (
        select 1 from contact_distinction_members m
        where m.company_id = ${companyId} and m.contact_id = any(twins.ids)
        group by m.distinction_id having count(*) = cardinality(twins.ids))
      order by twice.key limit ${limits.groups + 1}`
    hasMore ||= rows.length > limits.groups
    groups.push(...rows.slice(0, limits.groups).map(({ ids }) => ({ reason, ids })))
  }
  return { groups, hasMore }
}
