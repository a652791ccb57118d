// How a row of an archive arrives: SQL that gives its numbers, the keys of its files and its states their new values.
import { auditGroups } from '@guiche/shared/kernel/audit-actions.ts'
import { grantablePermissions, permissionKeys } from '@guiche/shared/kernel/access.ts'
import { fileKeys } from './company-tables.ts'
import type { OwnColumn, OwnTable } from './own-tables.repo.ts'

/** By how much the numbers of each table move: those of an archive stay in their order and at their distances. */
export type Moves = ReadonlyMap<string, number>

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const listOf = (values: readonly string[]): string =>
  `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]::text[]`

/** Zero stands for nobody and stays. */
const moved = (value: string, by: number): string => `case when ${value} = 0 then 0 else ${value} + (${by}) end`

/** Tables whose rows a merge names. */
const mergeSpaces = [
  ...['tickets', 'contact_extra_info', 'tags', 'contact_distinctions'],
  ...['contact_consents', 'schedules', 'campaign_recipients']
]

type Expression = (moveOf: (space: string) => number) => string

/** JSON that names rows or files. */
export const rewritten: Readonly<Record<string, Expression>> = {
  'messages.media': () => 'pg_temp.moved_media(media)',
  'messages.deleted_content': () =>
    `case when deleted_content is null then null else deleted_content ||
      jsonb_build_object('media', pg_temp.moved_media(deleted_content -> 'media')) end`,
  'messages.reactions': (moveOf) =>
    `case when reactions = '[]' then reactions else pg_temp.moved_fields(reactions, 'contactId', ${moveOf('contacts')}) end`,
  'tickets.handover': (moveOf) => `pg_temp.moved_field(handover, 'fromId', ${moveOf('users')})`,
  'ticket_bots.state': (moveOf) =>
    `pg_temp.moved_field(pg_temp.moved_field(state, 'queueId', ${moveOf('queues')}), 'optionId', ${moveOf('queue_options')})`,
  'chat_messages.mentions': (moveOf) => `pg_temp.moved_list(mentions, ${moveOf('users')})`,
  'chat_messages.media': () => 'pg_temp.moved_media(media)',
  'campaigns.media': () => 'pg_temp.moved_file(media)',
  'campaigns.attached': () =>
    `case when jsonb_typeof(attached) = 'array' then
      (select coalesce(jsonb_agg(pg_temp.moved_file(one) order by place), '[]')
      from jsonb_array_elements(attached) with ordinality given(one, place)) end`,
  'contact_merges.snapshot': (moveOf) =>
    `pg_temp.moved_merge(snapshot, '${JSON.stringify(Object.fromEntries(mergeSpaces.map((space) => [space, moveOf(space)])))}')`
}

/** A connection that is to be paired, whose conversations have come along. */
const unpaired: Record<string, string> = {
  status: `'DISCONNECTED'`,
  status_reason: 'null',
  status_since: 'now()',
  qrcode: `''`,
  retries: '0',
  pairing: 'null',
  pairing_number: 'null',
  token_hash: 'null',
  wanted: `'stopped'`,
  generation: '0',
  command: 'null',
  lease_owner: 'null',
  lease_until: 'null',
  lease_epoch: '0',
  alive_at: 'null',
  away_since: 'null',
  import_history: `'off'`
}

/** What does not arrive as it was: nothing is sent by itself, nobody gets rights that a company cannot give. */
export const arrivesAs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(unpaired).map(([column, value]) => [`connections.${column}`, value])),
  'connection_outages.ended_at': 'coalesce(ended_at, greatest(now(), began_at))',
  'connection_outages.due_at': 'null',
  'users.super': 'false',
  'users.online': 'false',
  'users.permissions': `array(select p from unnest(permissions) p where p = any (${listOf(grantablePermissions)}))`,
  'roles.permissions': `array(select p from unnest(permissions) p where p = any (${listOf(permissionKeys)}))`,
  // Days of grace begin anew: second factors stay behind.
  'settings.updated_at': 'now()',
  'campaigns.status': `case when status in ('PROGRAMADA', 'EM_ANDAMENTO') then 'CANCELADA' else status end`,
  'schedules.status': `case when status = 'PENDENTE' then 'ATRASADA' else status end`,
  'messages.delivery': `case when delivery = 'waiting' then 'cancelled' else delivery end`,
  'messages.media_state': `case when media_state = 'fetching' then 'failed' else media_state end`,
  'contact_imports.status': `case when status in ('waiting', 'running') then 'failed' else status end`,
  'contact_imports.reading_since': 'null',
  'ticket_auto_responders.auto_responder_id': '',
  'ticket_auto_responders.pending': 'null',
  'ticket_auto_responders.lease': 'null',
  'ticket_auto_responders.lease_until': 'null',
  'webhooks.cursor': '0',
  'webhooks.failing_since': 'null',
  'webhooks.failure': 'null',
  'webhooks.missed_until': 'null',
  'audit_log.about_company_id': 'null'
}

function arrivalOf(table: string, column: OwnColumn, moves: Moves): string {
  const moveOf = (space: string) => moves.get(space) ?? 0
  const id = `${table}.${column.name}`
  if (id === 'ticket_auto_responders.auto_responder_id')
    return `auto_responder_id + case kind when 'prompt' then ${moveOf('prompts')} else ${moveOf('queue_integrations')} end`
  const fixed = arrivesAs[id] ?? rewritten[id]?.(moveOf)
  if (fixed !== undefined) return fixed
  if (fileKeys.has(id)) return `pg_temp.moved_key(${quoted(column.name)})`
  return column.space === null ? quoted(column.name) : moved(quoted(column.name), moveOf(column.space))
}

/** The statement that fills a table of a company from what of the archive lies in `from`. */
export function fillStatement({ name, columns }: OwnTable, from: string, companyId: number, moves: Moves): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map((column) => arrivalOf(name, column, moves)).join(',\n')
  return `insert into public.${quoted(name)} (company_id, ${names}) select ${companyId}, ${values} from ${from}`
}

const actions: readonly string[] = Object.values(auditGroups).flat()
/** What a column may say, where a list says it. */
export const allowedValues = (table: string, column: OwnColumn): readonly string[] | null =>
  table === 'audit_log' && column.name === 'action' ? actions : column.values

/**
 * Functions of one transaction that move keys of files from one company to another and numbers in JSON. A key of anybody
 * else’s file ends the import: whoever names it would be handed the file.
 */
export function movingFunctions(from: number, to: number): string[] {
  return [
    `create function pg_temp.moved_key(key text) returns text language plpgsql as $$
  begin
    if key is null or key = '' then return key; end if;
    if key !~ '^(c|quick-messages/|schedules/)${from}/' or key ~ '\\.\\.' then
      raise exception 'foreign file' using errcode = 'GF001';
    end if;
    return regexp_replace(key, '^(c|quick-messages/|schedules/)${from}/', '\\1${to}/');
  end $$`,
    `create function pg_temp.moved_media(media jsonb) returns jsonb language sql as $$
    select case when jsonb_typeof(media) <> 'object' then null else media
      || case when media ? 'key' then jsonb_build_object('key', pg_temp.moved_key(media ->> 'key')) else '{}' end
      || case when media ? 'thumbnailKey'
        then jsonb_build_object('thumbnailKey', pg_temp.moved_key(media ->> 'thumbnailKey')) else '{}' end end
  $$`,
    `create function pg_temp.moved_file(file jsonb) returns jsonb language sql as $$
    select file || jsonb_build_object('media', pg_temp.moved_media(file -> 'media'))
  $$`,
    `create function pg_temp.moved_number(given jsonb, by bigint) returns jsonb language sql as $$
    select case when jsonb_typeof(given) = 'number' and given <> '0' then to_jsonb((given #>> '{}')::bigint + by) else given end
  $$`,
    `create function pg_temp.moved_field(given jsonb, field text, by bigint) returns jsonb language sql as $$
    select case when given ? field then given || jsonb_build_object(field, pg_temp.moved_number(given -> field, by)) else given end
  $$`,
    `create function pg_temp.moved_fields(given jsonb, field text, by bigint) returns jsonb language sql as $$
    select coalesce(jsonb_agg(pg_temp.moved_field(one, field, by) order by place), '[]')
    from jsonb_array_elements(given) with ordinality all_of(one, place)
  $$`,
    `create function pg_temp.moved_list(given jsonb, by bigint) returns jsonb language sql as $$
    select coalesce(jsonb_agg(pg_temp.moved_number(one, by) order by place), '[]')
    from jsonb_array_elements(given) with ordinality all_of(one, place)
  $$`,
    `create function pg_temp.moved_picture(given jsonb) returns jsonb language sql as $$
    select given || jsonb_build_object('picture', pg_temp.moved_key(given ->> 'picture'))
  $$`,
    `create function pg_temp.moved_merge(given jsonb, by jsonb) returns jsonb language sql as $$
    select given || jsonb_build_object(
      'gone', pg_temp.moved_picture(given -> 'gone'),
      'keptBefore', pg_temp.moved_picture(given -> 'keptBefore'),
      'keptAfter', pg_temp.moved_picture(given -> 'keptAfter'),
      'ticketIds', pg_temp.moved_list(given -> 'ticketIds', (by ->> 'tickets')::bigint),
      'extraIds', pg_temp.moved_list(given -> 'extraIds', (by ->> 'contact_extra_info')::bigint),
      'closed', pg_temp.moved_fields(given -> 'closed', 'ticketId', (by ->> 'tickets')::bigint))
      || case when given ? 'tagIds' then jsonb_build_object('tagIds', jsonb_build_object(
        'gone', pg_temp.moved_list(given -> 'tagIds' -> 'gone', (by ->> 'tags')::bigint),
        'given', pg_temp.moved_list(given -> 'tagIds' -> 'given', (by ->> 'tags')::bigint))) else '{}' end
      || case when given ? 'distinctionIds' then jsonb_build_object('distinctionIds',
        pg_temp.moved_list(given -> 'distinctionIds', (by ->> 'contact_distinctions')::bigint)) else '{}' end
      || case when given ? 'moved' then jsonb_build_object('moved',
        (select coalesce(jsonb_object_agg(name, pg_temp.moved_list(ids, (by ->> name)::bigint)), '{}')
        from jsonb_each(given -> 'moved') each_of(name, ids) where by ? name)) else '{}' end
  $$`
  ]
}
