// A fake server with a desk behind it: tickets, their messages, and the events that follow from every change.
import { answerMessages } from './inbox-messages.ts'
import { answerPeople } from './inbox-people.ts'
import { answerTickets } from './inbox-tickets.ts'
import { openInbox, type InboxData } from './inbox-data.ts'

/** Starts the server with what a test gives it; the rest of the desk is empty. */
export function startInboxServer(given: Partial<InboxData> = {}) {
  const open = openInbox(given)
  answerTickets(open)
  answerMessages(open)
  answerPeople(open)
  const { server, inbox, nextSeq, setTicket, setMessage, addMessage } = open
  return { server, inbox, nextSeq, setTicket, setMessage, addMessage }
}
