// Turns joined ticket rows into what travels on the wire.
import type { Handover, Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contactBriefOf } from '#features/inbox/contacts/lists/contact-rows.ts'

/** A ticket with what belongs to it, as `ticketColumns` selects it. */
export interface TicketRow {
  id: number
  uuid: string
  status: Ticket['status']
  unreadMessages: number
  lastMessage: string
  fromMe: boolean
  lastMessageAt: string | null
  waitingSince: string | null
  isGroup: boolean
  userId: number | null
  userName: string | null
  contactId: number
  contactName: string
  contactNumber: string | null
  contactEmail: string
  contactPicture: string | null
  contactIsGroup: boolean
  connectionId: number | null
  connectionName: string | null
  queueId: number | null
  queueName: string | null
  queueColor: string | null
  chatbot: boolean
  queueOptionId: number | null
  useIntegration: boolean
  integrationId: number | null
  promptId: number | null
  amountUsedBotQueues: number
  kanbanColumnId: number | null
  orderIndex: number
  createdAt: string
  updatedAt: string
  tags: { id: number; name: string; color: string }[] | string | null
  handover: Handover | string | null
  question: Ticket['question'] | string
  noteCount: number
}

/** PostgreSQL's text form of an instant as ISO 8601. */
export const isoOf = (instant: string): string => new Date(instant).toISOString()

const tagsOf = (tags: TicketRow['tags']): Ticket['tags'] =>
  typeof tags === 'string' ? (JSON.parse(tags) as Ticket['tags']) : (tags ?? [])

function handoverOf(stored: TicketRow['handover']): Handover | null {
  const handover = typeof stored === 'string' ? (JSON.parse(stored) as Handover) : stored
  // Those of earlier versions are transfers and do not say so.
  return handover && { ...{ kind: 'transfer' }, ...handover }
}

const questionOf = (question: TicketRow['question']): Ticket['question'] =>
  typeof question === 'string' ? (JSON.parse(question) as Ticket['question']) : question

export function ticketOf(ctx: Ctx, companyId: number, row: TicketRow): Ticket {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    unreadMessages: row.unreadMessages,
    lastMessage: row.lastMessage,
    fromMe: row.fromMe,
    waitingSince: row.waitingSince === null ? null : isoOf(row.waitingSince),
    isGroup: row.isGroup,
    userId: row.userId,
    contactId: row.contactId,
    whatsappId: row.connectionId,
    queueId: row.queueId,
    chatbot: row.chatbot,
    queueOptionId: row.queueOptionId,
    useIntegration: row.useIntegration,
    integrationId: row.integrationId,
    promptId: row.promptId,
    amountUsedBotQueues: row.amountUsedBotQueues,
    kanbanColumnId: row.kanbanColumnId,
    orderIndex: row.orderIndex,
    companyId,
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    contact: contactBriefOf(ctx, {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      email: row.contactEmail,
      picture: row.contactPicture,
      isGroup: row.contactIsGroup
    }),
    queue:
      row.queueId === null || row.queueName === null
        ? null
        : { id: row.queueId, name: row.queueName, color: row.queueColor ?? '' },
    user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
    tags: tagsOf(row.tags),
    whatsapp:
      row.connectionId === null || row.connectionName === null
        ? null
        : { id: row.connectionId, name: row.connectionName, connectionName: row.connectionName },
    question: questionOf(row.question),
    handover: handoverOf(row.handover),
    noteCount: row.noteCount
  }
}
