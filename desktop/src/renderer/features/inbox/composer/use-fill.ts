// Fills the variables of a quick reply in before it is seen, with what the server would fill in when it goes.
import { useCallback } from 'react'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { companyFacts } from '#platform/session/company-facts.ts'
import { useUser } from '#platform/session/session.ts'

/** What is hidden here the server fills in. */
const known = (text: string): string => (holdsHiddenNumber(text) ? '' : text)

/** A variable that nothing is known for stays as it is, to be seen. */
export function useFill(ticket: Ticket): (text: string) => string {
  const { name, company } = useUser()
  return useCallback(
    (text) => {
      const { contact } = ticket
      const facts = {
        ...companyFacts(company),
        contact: { ...contact, name: known(contact.name), number: known(contact.number) },
        user: name,
        queue: ticket.queue?.name ?? null,
        connection: ticket.whatsapp?.name ?? null,
        ticketId: ticket.id
      }
      return fillVariables(text, facts, { keepsUnknown: true })
    },
    [ticket, name, company]
  )
}
