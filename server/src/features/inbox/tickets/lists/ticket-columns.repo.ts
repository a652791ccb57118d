// The columns a ticket is shown with, for every statement that reads tickets.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'
import type { TicketRow } from './ticket-rows.ts'

const tags = `(select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
  from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id)`

/** Letters of what a customer asked that a list is given. */
const questionLength = 250

const question = `case when t.waiting_since is not null and t.from_me then (
  select json_build_object('id', m.id, 'body', left(m.body, ${questionLength}), 'mediaType', m.media_type,
    'mediaName', m.media ->> 'name', 'fromMe', false)
  from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.is_deleted
  order by m.created_at desc, m.seq desc limit 1) end`

const noteCount = `(select count(*)::int from ticket_notes n where n.company_id = t.company_id and n.ticket_id = t.id)`

/** What each field of a row is selected from. */
const sources: Record<keyof TicketRow, string> = {
  id: 't.id',
  uuid: 't.uuid',
  status: 't.status',
  unreadMessages: 't.unread_messages',
  lastMessage: 't.last_message',
  fromMe: 't.from_me',
  lastMessageAt: 't.last_message_at',
  waitingSince: 't.waiting_since',
  isGroup: 't.is_group',
  userId: 't.user_id',
  userName: 'u.name',
  contactId: 't.contact_id',
  contactName: 'c.name',
  contactNumber: 'c.number',
  contactEmail: 'c.email',
  contactPicture: 'c.picture',
  contactIsGroup: 'c.is_group',
  connectionId: 't.connection_id',
  connectionName: 'w.name',
  queueId: 't.queue_id',
  queueName: 'q.name',
  queueColor: 'q.color',
  chatbot: 't.chatbot',
  queueOptionId: 't.queue_option_id',
  useIntegration: 't.use_integration',
  integrationId: 't.integration_id',
  promptId: 't.prompt_id',
  amountUsedBotQueues: 't.amount_used_bot_queues',
  kanbanColumnId: 't.kanban_column_id',
  orderIndex: 'coalesce(t.order_index, t.id)',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  tags,
  handover: 't.handover',
  question,
  noteCount
}
const columns = Object.entries(sources).map(([field, source]) => `${source} as "${field}"`)

/** Columns of TicketRow, for a ticket `t` joined by `ticketJoins`. */
export const ticketColumns = (raw: Sql): PendingQuery<Row[]> => raw.unsafe(columns.join(', '))

/** Joins that `ticketColumns` needs, besides the contact `c`. */
export function ticketJoins(raw: Sql): PendingQuery<Row[]> {
  return raw`
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`
}
