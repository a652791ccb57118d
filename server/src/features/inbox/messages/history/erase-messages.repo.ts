// SQL that finds and removes what is left of messages when their contact or ticket goes, or their writer in a group.
import type { PendingQuery, Row } from 'postgres'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { FileGroup } from '#features/inbox/erasure/erasure.service.ts'

interface FileRow {
  key: string
  thumbnail: string | null
}

const groupsOf = (rows: FileRow[]): FileGroup[] =>
  rows.map(({ key, thumbnail }) => (thumbnail === null ? [key] : [key, thumbnail]))

/** Files of messages `m`, also of those that were deleted for everyone. */
function filesOf(raw: Sql, where: PendingQuery<Row[]>) {
  return raw`
  select distinct f.media ->> 'key' as key, f.media ->> 'thumbnailKey' as thumbnail
  from messages m cross join lateral (values (m.media), (m.deleted_content -> 'media')) as f(media)
  where ${where} and f.media ->> 'key' is not null`
}

export async function filesOfContact(db: Transaction, companyId: number, contactId: number): Promise<FileGroup[]> {
  const raw = rawOf(db)
  return groupsOf(
    await raw<FileRow[]>`${filesOf(raw, raw`m.company_id = ${companyId} and m.contact_id = ${contactId}`)}`
  )
}

export async function filesOfTicket(db: Transaction, companyId: number, ticketId: number): Promise<FileGroup[]> {
  const raw = rawOf(db)
  return groupsOf(await raw<FileRow[]>`${filesOf(raw, raw`m.company_id = ${companyId} and m.ticket_id = ${ticketId}`)}`)
}

/** Forgets which words the tickets of a contact hold, or once held; returns the numbers (bigint as text) of the words. */
export async function takeWordsOfContact(db: Transaction, companyId: number, contactId: number): Promise<string[]> {
  const rows = await rawOf(db)<{ number: string }[]>`
    delete from ticket_words k using tickets t
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and k.company_id = ${companyId} and k.ticket_id = t.id
    returning k.number::text as number`
  return [...new Set(rows.map(({ number }) => number))]
}

/** Work for WhatsApp about these chats: what waits, and what phones might still ask for. */
export async function deleteTasksOfChats(db: Transaction, companyId: number, chats: string[]): Promise<void> {
  const raw = rawOf(db)
  await raw`delete from outbox where company_id = ${companyId} and chat = any(${chats}::text[])`
  await raw`delete from sent_changes where company_id = ${companyId} and chat = any(${chats}::text[])`
}

export interface ErasedInGroups {
  ids: string[]
  files: FileGroup[]
  words: string[]
}

/** What somebody wrote in groups is emptied, as if it had been deleted: no text, no file, no name. */
export async function emptyInGroups(db: Transaction, companyId: number, people: string[]): Promise<ErasedInGroups> {
  const raw = rawOf(db)
  const theirs = raw`m.company_id = ${companyId} and m.participant = any(${people}::text[])`
  const files = groupsOf(await raw<FileRow[]>`${filesOf(raw, theirs)}`)
  const words = await raw<{ number: string; ticket: number }[]>`
    select distinct w.number::text as number, m.ticket_id as ticket
    from messages m cross join lateral words_of(m.search_text) w where ${theirs}`
  const rows = await raw<{ id: string }[]>`
    update messages m set is_deleted = true, body = '', media = null, media_state = 'none', raw = null,
      deleted_content = null, participant = null, sender_name = null, updated_at = now()
    where ${theirs} returning m.id`
  // Words that nothing else in the group holds.
  await raw`
    delete from ticket_words k using unnest(${words.map(({ ticket }) => ticket)}::bigint[],
      ${words.map(({ number }) => number)}::bigint[]) as w(ticket_id, number)
    where k.company_id = ${companyId} and k.ticket_id = w.ticket_id and k.number = w.number and not exists (
      select 1 from messages m cross join lateral words_of(m.search_text) x
      where m.company_id = ${companyId} and m.ticket_id = w.ticket_id and x.number = w.number)`
  return { ids: rows.map(({ id }) => id), files, words: [...new Set(words.map(({ number }) => number))] }
}

/** Takes somebody's reactions off the messages of groups; returns the ids of those messages. */
export async function removeReactionsInGroups(db: Transaction, companyId: number, people: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ id: string }[]>`
    update messages m set updated_at = now(), reactions = (
      select coalesce(jsonb_agg(r), '[]'::jsonb) from jsonb_array_elements(m.reactions) r
      where not coalesce(r ->> 'by' = any(${people}::text[]), false))
    where m.company_id = ${companyId} and m.reactions <> '[]'::jsonb
      and m.ticket_id in (select id from tickets where company_id = ${companyId} and is_group)
      and exists (select 1 from jsonb_array_elements(m.reactions) r where r ->> 'by' = any(${people}::text[]))
    returning m.id`
  return rows.map(({ id }) => id)
}
