// Answers the calls about messages from the desk of a test.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  cancelMessage,
  deleteMessage,
  editMessage,
  listMessages,
  markTicketRead,
  messagePageSize,
  reactToMessage,
  refetchMedia,
  retryMessage,
  sendMessage,
  showTyping,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId } from './factories.ts'
import type { OpenInbox } from './inbox-data.ts'

const byOrder = (a: Message, b: Message): number =>
  a.createdAt === b.createdAt ? a.seq - b.seq : a.createdAt < b.createdAt ? -1 : 1

function textOf(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

export function answerMessages({ server, inbox, nextSeq, ticketOf, messageOf, setMessage, addMessage }: OpenInbox) {
  server.on(listMessages, ({ params, query }) => {
    const ticket = ticketOf(params.ticketId)
    const all = inbox.messages.filter((one) => one.ticketId === ticket.id).sort(byOrder)
    const place = (id: string) => {
      const index = all.findIndex((one) => one.id === id)
      if (index < 0) throw new AppError('ERR_NO_MESSAGE_FOUND')
      return index
    }
    let [from, to] = [
      all.length - query.pageNumber * messagePageSize,
      all.length - (query.pageNumber - 1) * messagePageSize
    ]
    if (query.before) [from, to] = [place(query.before) - messagePageSize, place(query.before)]
    if (query.around) [from, to] = [place(query.around) - messagePageSize, place(query.around) + messagePageSize + 1]
    return {
      messages: all.slice(Math.max(0, from), Math.max(0, to)),
      count: all.length,
      ticket,
      hasMore: from > 0
    }
  })
  server.on(sendMessage, ({ params, body, form }) => {
    const ticket = ticketOf(params.ticketId)
    if (ticket.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
    const clientId = form ? textOf(form, 'clientId') : (body.clientId ?? null)
    const known = inbox.messages.filter((one) => one.clientId === clientId && clientId !== null)
    if (known.length > 0) return { messages: known }
    const file = form?.get('medias')
    const quotedId = form ? form.get('quotedMsgId') : body.quotedMsg?.id
    const quoted = inbox.messages.find(({ id }) => id === quotedId) ?? null
    const kind = file instanceof File ? (file.type.split('/')[0] ?? '') : ''
    const message = addMessage(ticket.id, {
      fromMe: true,
      ack: 0,
      delivery: 'waiting',
      body: form ? textOf(form, 'body') : body.body,
      clientId,
      user: { id: inbox.user.id, name: inbox.user.name },
      quotedMsgId: quoted?.id ?? null,
      quotedMsg: quoted,
      ...(file instanceof File
        ? {
            mediaType: kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application',
            mediaName: file.name,
            mediaMime: file.type,
            mediaSize: file.size,
            mediaState: 'ready' as const,
            isVoice: form?.get('voice') === 'true',
            mediaUrl: 'data:,'
          }
        : {})
    })
    return { messages: [message] }
  })
  server.on(deleteMessage, ({ params }) => setMessage(params.messageId, { isDeleted: true, body: '' }))
  server.on(editMessage, ({ params, body }) => setMessage(params.messageId, { body: body.body, isEdited: true }))
  server.on(retryMessage, ({ params }) => setMessage(params.messageId, { delivery: 'waiting', failure: null }))
  server.on(cancelMessage, ({ params }) => setMessage(params.messageId, { delivery: 'cancelled' }))
  server.on(refetchMedia, ({ params }) => setMessage(params.messageId, { mediaState: 'fetching' }))
  server.on(reactToMessage, ({ params, body }) => {
    const others = messageOf(params.messageId).reactions.filter(({ fromMe }) => !fromMe)
    const own = { emoji: body.emoji, fromMe: true, contactId: null, name: inbox.user.name }
    return setMessage(params.messageId, { reactions: body.emoji === '' ? others : [...others, own] })
  })
  server.on(markTicketRead, ({ params }) => {
    const ticket = { ...ticketOf(params.ticketId), unreadMessages: 0 }
    inbox.tickets = inbox.tickets.map((one) => (one.id === ticket.id ? ticket : one))
    server.line.emit(
      ticketEvent,
      companyId,
      { action: 'updateUnread', ticketId: ticket.id, unreadMessages: 0 },
      nextSeq()
    )
    return { ticketId: ticket.id, unreadMessages: 0 }
  })
  server.on(showTyping, () => ({}))
}
