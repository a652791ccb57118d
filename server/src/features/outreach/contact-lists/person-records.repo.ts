// SQL of the lists that a person stands in, for the copy of what is stored of them.
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'

/** `numbers` are keys of numbers here. */
export const listItemRecords: RecordsQuery = {
  kind: 'listItems',
  from: (raw, { companyId, numbers }) => raw`from contact_list_items x
    join contact_lists l on l.company_id = x.company_id and l.id = x.contact_list_id
    where x.company_id = ${companyId} and x.number_key = any(${numbers}::text[])`,
  record: (raw) => raw`json_build_object('id', x.id, 'list', l.name, 'name', x.name, 'number', x.number,
    'email', nullif(x.email, ''), 'createdAt', x.created_at)`
}
