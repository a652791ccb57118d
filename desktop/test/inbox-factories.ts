// Tickets and messages as the server would send them; every factory takes the fields a test cares about.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, makeContact } from './factories.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')

/** An instant some minutes after the start of the tests' day. */
export const minute = (minutes: number): string => new Date(start + minutes * 60_000).toISOString()

/** A uuid made from a number, the same each time. */
export const uuidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A picture of one pixel. */
export const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export function briefOf({ id, name, number, email, profilePicUrl, isGroup }: ReturnType<typeof makeContact>) {
  return {
    id,
    name,
    number,
    email,
    profilePicUrl,
    isGroup
  }
}

export function makeTicket(part: Partial<Ticket> = {}): Ticket {
  const id = part.id ?? 1
  const contactId = part.contactId ?? id
  return {
    id,
    uuid: uuidOf(id),
    status: 'open',
    unreadMessages: 0,
    lastMessage: 'Bom dia!',
    fromMe: false,
    isGroup: false,
    userId: 1,
    contactId,
    whatsappId: 1,
    queueId: null,
    chatbot: false,
    queueOptionId: null,
    useIntegration: false,
    integrationId: null,
    promptId: null,
    amountUsedBotQueues: 0,
    kanbanColumnId: null,
    orderIndex: id,
    question: null,
    handover: null,
    noteCount: 0,
    waitingSince: null,
    companyId,
    createdAt: minute(0),
    updatedAt: minute(id),
    contact: briefOf(makeContact({ id: contactId, name: `Contato ${contactId}` })),
    queue: null,
    user: (part.userId ?? 1) === 1 ? { id: 1, name: 'Ana Souza' } : null,
    tags: [],
    whatsapp: { id: 1, name: 'Loja centro', connectionName: 'Loja centro' },
    ...part
  }
}

/** Message number `seq` of a ticket, written that many minutes after the start. */
export function makeMessage(seq: number, part: Partial<Message> = {}): Message {
  return {
    id: uuidOf(seq),
    ticketId: 1,
    contactId: 1,
    companyId,
    whatsappId: 1,
    queueId: null,
    body: `Mensagem ${seq}`,
    fromMe: false,
    read: true,
    mediaType: 'chat',
    mediaUrl: null,
    mediaName: null,
    mediaPath: null,
    mediaMime: null,
    mediaSize: null,
    duration: null,
    width: null,
    height: null,
    waveform: null,
    isVoice: false,
    thumbnailUrl: null,
    mediaState: 'none',
    mediaVirus: null,
    ack: part.fromMe ? 1 : 0,
    delivery: part.fromMe ? 'sent' : 'received',
    failure: null,
    isDeleted: false,
    refusedChange: null,
    isEdited: false,
    isForwarded: false,
    reactions: [],
    participant: null,
    senderName: null,
    user: part.fromMe ? { id: 1, name: 'Ana Souza' } : null,
    clientId: null,
    receivedOffline: false,
    createdAt: minute(seq),
    updatedAt: minute(seq),
    seq,
    quotedMsgId: null,
    quotedMsg: null,
    contact: null,
    ...part
  }
}
