// SQL of what the inbox stores of a person, as JSON texts a page at a time; every statement is scoped by company.
import type { Sql } from '#database/client.ts'
import { isNumberOf, type Home } from '#features/inbox/contacts/sheets/rows-of-person.repo.ts'
import type { PersonRecords } from './personal-data.events.ts'
import { recordsOf, type Asked, type RecordsQuery } from './records/records-of.repo.ts'

const mine = (raw: Sql, { companyId, ids }: Asked) =>
  raw`x.company_id = ${companyId} and x.contact_id = any(${ids}::bigint[])`

const contact: RecordsQuery = {
  kind: 'contact',
  from: (raw, { companyId, ids }) =>
    raw`from contacts x where x.company_id = ${companyId} and x.id = any(${ids}::bigint[])`,
  record: (raw) => raw`json_build_object(
    'id', x.id, 'name', x.name, 'number', x.number, 'email', nullif(x.email, ''), 'createdAt', x.created_at,
    'updatedAt', x.updated_at,
    'addresses', (select jsonb_agg(a.address order by a.address) from contact_addresses a
      where a.company_id = x.company_id and a.contact_id = x.id),
    'extraInfo', (select jsonb_agg(jsonb_build_object('name', e.name, 'value', e.value) order by e.id)
      from contact_extra_info e where e.company_id = x.company_id and e.contact_id = x.id),
    'tags', (select jsonb_agg(g.name order by g.name) from contact_tags t
      join tags g on g.company_id = t.company_id and g.id = t.tag_id
      where t.company_id = x.company_id and t.contact_id = x.id))`,
  files: (raw) => raw`jsonb_build_array(jsonb_build_object(
    'key', x.picture, 'name', 'avatar.jpg', 'mime', 'image/jpeg', 'id', 'contact-' || x.id))`
}

const tickets: RecordsQuery = {
  kind: 'tickets',
  from: (raw, asked) => raw`from tickets x
    left join users u on u.company_id = x.company_id and u.id = x.user_id
    left join queues q on q.company_id = x.company_id and q.id = x.queue_id
    left join connections w on w.company_id = x.company_id and w.id = x.connection_id where ${mine(raw, asked)}`,
  record: (raw) => raw`json_build_object(
    'id', x.id, 'status', x.status, 'createdAt', x.created_at, 'updatedAt', x.updated_at, 'attendant', u.name,
    'queue', q.name, 'connection', w.name, 'lastMessage', nullif(x.last_message, ''), 'handover', x.handover,
    'tags', (select jsonb_agg(g.name order by g.name) from ticket_tags t
      join tags g on g.company_id = t.company_id and g.id = t.tag_id
      where t.company_id = x.company_id and t.ticket_id = x.id),
    'cycles', (select json_agg(json_strip_nulls(json_build_object('queuedAt', c.queued_at, 'startedAt', c.started_at,
        'finishedAt', c.finished_at, 'attendant', cu.name, 'rating', c.rating, 'ratingAt', c.rating_at)) order by c.id)
      from ticket_tracking c left join users cu on cu.company_id = c.company_id and cu.id = c.user_id
      where c.company_id = x.company_id and c.ticket_id = x.id),
    'activities', (select json_agg(json_strip_nulls(json_build_object('at', a.created_at, 'kind', a.kind,
        'attendant', au.name, 'rating', a.rating)) order by a.id)
      from ticket_activities a left join users au on au.company_id = a.company_id and au.id = a.user_id
      where a.company_id = x.company_id and a.ticket_id = x.id))`
}

function messageRecord(raw: Sql) {
  return raw`json_build_object(
    'id', x.id, 'ticket', x.ticket_id, 'at', x.created_at, 'fromMe', x.from_me,
    'by', case when x.from_me then u.name else x.sender_name end,
    'text', nullif(x.body, ''), 'type', x.media_type, 'quoted', x.quoted_id,
    'reactions', nullif(x.reactions, '[]'), 'isEdited', nullif(x.is_edited, false),
    'isForwarded', nullif(x.is_forwarded, false), 'isDeleted', nullif(x.is_deleted, false),
    'deletedText', nullif(x.deleted_content ->> 'body', ''), 'delivery', x.delivery, 'failure', x.failure,
    'raw', x.raw, 'file', x.media - 'key' - 'thumbnailKey' - 'source' - 'preview' - 'waveform')`
}

function messageFiles(raw: Sql) {
  return raw`jsonb_build_array(
    jsonb_build_object('key', x.media ->> 'key', 'name', coalesce(x.media ->> 'name', 'file'),
      'mime', coalesce(x.media ->> 'mime', ''), 'id', x.id),
    jsonb_build_object('key', x.deleted_content -> 'media' ->> 'key',
      'name', coalesce(x.deleted_content -> 'media' ->> 'name', 'file'),
      'mime', coalesce(x.deleted_content -> 'media' ->> 'mime', ''), 'id', x.id || '-deleted'))`
}

const withWriter = (raw: Sql) =>
  raw`from messages x left join users u on u.company_id = x.company_id and u.id = x.user_id`

const messages: RecordsQuery = {
  kind: 'messages',
  from: (raw, asked) => raw`${withWriter(raw)} where ${mine(raw, asked)}`,
  record: messageRecord,
  files: messageFiles,
  order: 'moment'
}

const groupMessages: RecordsQuery = {
  kind: 'groupMessages',
  from: (raw, { companyId, addresses, ids }) => raw`${withWriter(raw)} where x.company_id = ${companyId}
    and x.participant = any(${addresses}::text[]) and x.contact_id <> all(${ids}::bigint[])`,
  record: messageRecord,
  files: messageFiles,
  order: 'moment'
}

const notes: RecordsQuery = {
  kind: 'notes',
  from: (raw, asked) => raw`from ticket_notes x
    left join users u on u.company_id = x.company_id and u.id = x.user_id where ${mine(raw, asked)}`,
  record: (raw) => raw`json_build_object('id', x.id, 'ticket', x.ticket_id, 'text', x.note, 'by', u.name,
    'createdAt', x.created_at, 'updatedAt', x.updated_at)`
}

const drafts: RecordsQuery = {
  kind: 'drafts',
  from: (raw, { companyId, ids }) => raw`from (
      select d.*, d.updated_at as created_at, d.user_id as seq from ticket_drafts d
      join tickets t on t.company_id = d.company_id and t.id = d.ticket_id
      where d.company_id = ${companyId} and t.contact_id = any(${ids}::bigint[])) x
    left join users u on u.company_id = x.company_id and u.id = x.user_id where true`,
  record: (raw) =>
    raw`json_build_object('ticket', x.ticket_id, 'kind', x.kind, 'text', x.text, 'by', u.name, 'updatedAt', x.updated_at)`,
  order: 'moment'
}

const merges: RecordsQuery = {
  kind: 'merges',
  // One that was undone is of two people.
  from: (raw, { companyId, ids }) => raw`from contact_merges x
    where x.company_id = ${companyId} and x.undone_at is null and x.kept_id = any(${ids}::bigint[])`,
  record: (raw) => raw`json_build_object('id', x.id, 'name', x.gone_name, 'by', x.user_name, 'createdAt', x.created_at,
    'number', x.snapshot -> 'gone' ->> 'number', 'email', nullif(x.snapshot -> 'gone' ->> 'email', ''),
    'addresses', x.snapshot -> 'addresses', 'extraInfo', nullif(x.snapshot -> 'gone' -> 'extraInfo', '[]'))`,
  files: (raw) => raw`jsonb_build_array(jsonb_build_object('key', x.snapshot -> 'gone' ->> 'picture',
    'name', 'avatar.jpg', 'mime', 'image/jpeg', 'id', 'merge-' || x.id))`
}

function importRows(home: Home): RecordsQuery {
  return {
    kind: 'importRows',
    // By the number alone: whoever has the same name may be somebody else.
    from: (raw, { companyId, numbers }) => raw`from (
      select i.created_at, i.id * 10000 + r.place as seq, i.file_name, i.user_name, r.value
      from contact_imports i cross join lateral jsonb_array_elements(i.bad_rows) with ordinality as r(value, place)
      where i.company_id = ${companyId} and ${isNumberOf(raw, raw`r.value ->> 'number'`, { numbers, home })}) x
    where true`,
    record: (raw) => raw`json_build_object('sheet', x.file_name, 'row', x.value -> 'row', 'name', x.value ->> 'name',
    'number', x.value ->> 'number', 'problem', x.value ->> 'problem', 'by', x.user_name, 'createdAt', x.created_at)`,
    order: 'moment'
  }
}

const exports: RecordsQuery = {
  kind: 'exports',
  from: (raw, asked) => raw`from person_exports x where ${mine(raw, asked)}`,
  record: (raw) =>
    raw`json_build_object('id', x.id, 'by', x.user_name, 'createdAt', x.created_at, 'expiresAt', x.expires_at)`
}

/** Records of the inbox about a person. */
export function recordsOfInbox(asked: Asked, home: Home): PersonRecords[] {
  const kinds = [contact, tickets, messages, groupMessages, notes, drafts, merges, importRows(home), exports]
  return kinds.map((one) => recordsOf(one, asked))
}
