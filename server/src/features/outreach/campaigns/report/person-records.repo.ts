// SQL of the campaigns that wrote to a person and of what they said of it, for the copy of what is stored of them.
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'

/** `numbers` are keys of numbers here, as in the other one. */
export const recipientRecords: RecordsQuery = {
  kind: 'campaigns',
  from: (raw, { companyId, ids, numbers }) => raw`from campaign_recipients x
    join campaigns c on c.company_id = x.company_id and c.id = x.campaign_id
    where x.company_id = ${companyId}
      and (x.contact_id = any(${ids}::bigint[]) or x.number_key = any(${numbers}::text[]))`,
  record: (raw) => raw`json_build_object('id', x.id, 'campaign', c.name, 'name', x.name, 'number', x.number,
    'email', nullif(x.email, ''), 'status', x.state, 'reason', x.reason, 'sentAt', x.sent_at,
    'deliveredAt', x.delivered_at, 'readAt', x.read_at, 'answeredAt', x.answered_at, 'confirmedAt', x.confirmed_at)`
}

export const optOutRecords: RecordsQuery = {
  kind: 'optOuts',
  from: (raw, { companyId, numbers }) => raw`from (
      select o.*, row_number() over (order by o.number_key) as id from campaign_opt_outs o
      where o.company_id = ${companyId} and o.number_key = any(${numbers}::text[])) x where true`,
  record: (
    raw
  ) => raw`json_build_object('number', x.number, 'name', nullif(x.name, ''), 'word', x.word, 'by', x.by_name,
    'createdAt', x.created_at, 'revokedAt', x.revoked_at, 'revokedBy', x.revoked_by_name)`
}
