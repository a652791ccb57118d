// Turns joined ticket rows into what travels on the wire.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contactBriefOf } from '#features/inbox/contacts/lists/contact-rows.ts'

/** A ticket with what belongs to it, as `ticketColumns` selects it. */
export interface TicketRow {
  id: number
  uuid: string
  status: 'pending' | 'open' | 'closed'
  unread_messages: number
  last_message: string
  from_me: boolean
  last_message_at: string | null
  is_group: boolean
  user_id: number | null
  user_name: string | null
  contact_id: number
  contact_name: string
  contact_number: string | null
  contact_email: string
  contact_picture: string | null
  contact_is_group: boolean
  connection_id: number | null
  connection_name: string | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  chatbot: boolean
  queue_option_id: number | null
  use_integration: boolean
  integration_id: number | null
  prompt_id: number | null
  amount_used_bot_queues: number
  kanban_column_id: number | null
  order_index: number
  created_at: string
  updated_at: string
  tags: { id: number; name: string; color: string }[] | string | null
}

/** PostgreSQL's text form of an instant as ISO 8601. */
export const isoOf = (instant: string): string => new Date(instant).toISOString()

const tagsOf = (tags: TicketRow['tags']): Ticket['tags'] =>
  typeof tags === 'string' ? (JSON.parse(tags) as Ticket['tags']) : (tags ?? [])

export function ticketOf(ctx: Ctx, companyId: number, row: TicketRow): Ticket {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    unreadMessages: row.unread_messages,
    lastMessage: row.last_message,
    fromMe: row.from_me,
    isGroup: row.is_group,
    userId: row.user_id,
    contactId: row.contact_id,
    whatsappId: row.connection_id,
    queueId: row.queue_id,
    chatbot: row.chatbot,
    queueOptionId: row.queue_option_id,
    useIntegration: row.use_integration,
    integrationId: row.integration_id,
    promptId: row.prompt_id,
    amountUsedBotQueues: row.amount_used_bot_queues,
    kanbanColumnId: row.kanban_column_id,
    orderIndex: row.order_index,
    companyId,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    contact: contactBriefOf(ctx, {
      id: row.contact_id,
      name: row.contact_name,
      number: row.contact_number,
      email: row.contact_email,
      picture: row.contact_picture,
      isGroup: row.contact_is_group
    }),
    queue:
      row.queue_id === null || row.queue_name === null
        ? null
        : { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' },
    user: row.user_id === null || row.user_name === null ? null : { id: row.user_id, name: row.user_name },
    tags: tagsOf(row.tags),
    whatsapp:
      row.connection_id === null || row.connection_name === null
        ? null
        : { id: row.connection_id, name: row.connection_name, connectionName: row.connection_name }
  }
}
