// Opens a ticket for a contact and leads there, when nothing is left to choose (spec R189).
import { useCallback } from 'react'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { listTickets, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay, useUser } from '#platform/session/session.ts'
import { conflictIn, startTicket } from '../replica/ticket-actions.ts'
import { showPart, showTabOf } from '../list/ticket-tab.store.ts'

interface StartTicket {
  /** True for somebody who has to say in which queue; the dialog for new tickets asks. */
  hasToChoose: boolean
  /** Failures are told as they come; somebody who is served already is led to. */
  start: (contactId: number) => Promise<void>
  /** Leads to the ticket in which a contact is served or waits; nothing is begun where there is none. */
  open: (contact: { id: number; name: string; number: string }) => Promise<void>
}

/** The one at work before one that waits. */
async function findTicket(contact: { id: number; name: string; number: string }): Promise<Ticket | undefined> {
  const isUnknown = contact.number === '' || holdsHiddenNumber(contact.number)
  const searchParam = isUnknown ? contact.name.toLowerCase() : contact.number
  for (const status of ['open', 'pending'] as const) {
    const query = { searchParam, pageNumber: 1, status, showAll: true }
    const { tickets } = await call(listTickets, { query })
    const found = tickets.find(({ contactId }) => contactId === contact.id)
    if (found) return found
  }
  return undefined
}

export function useStartTicket(): StartTicket {
  const navigate = useNavigate()
  const { queues, whatsappId } = useUser()
  const seesAll = useMay('tickets:seeAll')
  const queueId = seesAll ? null : (queues[0]?.id ?? null)
  const start = useCallback(
    async (contactId: number) => {
      try {
        const { uuid } = await startTicket({ contactId, queueId, whatsappId })
        showPart('attending')
        void navigate(ticketPage(uuid))
      } catch (error) {
        const conflict = conflictIn(error)
        if (conflict === null) notify.error(error)
        else void navigate(ticketPage(conflict.uuid))
      }
    },
    [navigate, queueId, whatsappId]
  )
  const open = useCallback(
    async (contact: { id: number; name: string; number: string }) => {
      try {
        const ticket = await findTicket(contact)
        if (ticket === undefined) return
        showTabOf(ticket.status)
        void navigate(ticketPage(ticket.uuid))
      } catch (error) {
        notify.error(error)
      }
    },
    [navigate]
  )
  return { hasToChoose: !seesAll && queues.length !== 1, start, open }
}
