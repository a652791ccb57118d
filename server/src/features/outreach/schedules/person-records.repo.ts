// SQL of a person's scheduled messages, for the copy of what is stored of them.
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'

export const scheduleRecords: RecordsQuery = {
  kind: 'schedules',
  from: (raw, { companyId, ids }) => raw`from schedules x
    left join users u on u.company_id = x.company_id and u.id = x.user_id
    where x.company_id = ${companyId} and x.contact_id = any(${ids}::bigint[])`,
  record: (raw) => raw`json_build_object('id', x.id, 'text', x.body, 'sendAt', x.send_at, 'repeat', x.repeat,
    'status', x.status, 'sentAt', x.sent_at, 'by', u.name, 'createdAt', x.created_at)`,
  files: (raw) => raw`jsonb_build_array(jsonb_build_object('key', x.media_key,
    'name', coalesce(x.media_name, 'file'), 'mime', '', 'id', 'schedule-' || x.id))`
}
