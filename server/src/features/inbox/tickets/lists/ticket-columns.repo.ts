// The columns a ticket is shown with, for every statement that reads tickets.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'

/** Columns of TicketRow, for a ticket `t` joined by `ticketJoins`. */
export function ticketColumns(raw: Sql): PendingQuery<Row[]> {
  return raw`
  t.id, t.uuid, t.status, t.unread_messages, t.last_message, t.from_me, t.last_message_at, t.is_group, t.user_id,
  u.name as user_name, t.contact_id, c.name as contact_name, c.number as contact_number, c.email as contact_email,
  c.picture as contact_picture, c.is_group as contact_is_group, t.connection_id, w.name as connection_name,
  t.queue_id, q.name as queue_name, q.color as queue_color, t.chatbot, t.queue_option_id, t.use_integration,
  t.integration_id, t.prompt_id, t.amount_used_bot_queues, t.kanban_column_id,
  coalesce(t.order_index, t.id) as order_index, t.created_at, t.updated_at,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
     from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id) as tags`
}

/** Joins that `ticketColumns` needs, besides the contact `c`. */
export function ticketJoins(raw: Sql): PendingQuery<Row[]> {
  return raw`
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`
}
