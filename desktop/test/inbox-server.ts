// A fake server with a desk behind it: tickets, their messages, and the events that follow from every change.
import { answerMessages } from './desk-messages.ts'
import { answerPeople } from './desk-people.ts'
import { answerTickets } from './desk-tickets.ts'
import { openDesk, type Desk } from './desk.ts'

/** Starts the server with what a test gives it; the rest of the desk is empty. */
export function startDesk(given: Partial<Desk> = {}) {
  const open = openDesk(given)
  answerTickets(open)
  answerMessages(open)
  answerPeople(open)
  const { server, desk, setTicket, setMessage, addMessage } = open
  return { server, desk, setTicket, setMessage, addMessage }
}
