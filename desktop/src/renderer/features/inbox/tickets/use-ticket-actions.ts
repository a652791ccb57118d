// The ticket actions with what follows on the screen: opening stays, returning and resolving lead back to the list.
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { acceptTicket, reopenTicket, resolveTicket, returnTicket, tellFailure } from './ticket-actions.ts'
import { showTabOf } from './ticket-tab.store.ts'

export interface TicketActions {
  accept: (ticket: Ticket) => Promise<void>
  reopen: (ticket: Ticket) => Promise<void>
  giveBack: (ticket: Ticket) => Promise<void>
  resolve: (ticket: Ticket) => Promise<void>
  /** Called after a ticket has left the hands of the person. */
  leave: () => void
}

/** In a dialog the actions leave the address alone, and `onLeft` closes it. */
export const useTicketActions = (onLeft?: () => void): TicketActions => {
  const navigate = useNavigate()
  const isInDialog = onLeft !== undefined
  const leave = useCallback(() => {
    if (onLeft) onLeft()
    else void navigate('/tickets')
  }, [navigate, onLeft])

  return useMemo(() => {
    const open = (work: (ticket: Ticket) => Promise<Ticket>) => async (ticket: Ticket) => {
      const done = work(ticket)
      if (!isInDialog) {
        showTabOf('open')
        void navigate(`/tickets/${ticket.uuid}`)
      }
      await done.catch((error: unknown) => tellFailure(ticket, error))
    }
    const close = (work: (ticket: Ticket) => Promise<Ticket>) => async (ticket: Ticket) => {
      const done = work(ticket)
      leave()
      await done.catch((error: unknown) => tellFailure(ticket, error))
    }
    return {
      accept: open(acceptTicket),
      reopen: open(reopenTicket),
      giveBack: close(returnTicket),
      resolve: close(resolveTicket),
      leave
    }
  }, [navigate, leave, isInDialog])
}
