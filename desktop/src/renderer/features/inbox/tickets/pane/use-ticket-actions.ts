// The ticket actions with what follows on the screen: opening stays, returning leads back to the list, resolving to the next.
import { useCallback, useMemo } from 'react'
import { pages, ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { maySeeTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { isNarrowNow } from '#platform/device/narrow.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { offerUndo } from '#ui/feedback/undo-toast.tsx'
import { takeBack } from './take-back.ts'
import {
  acceptTicket,
  reopenTicket,
  resolveQuietly,
  resolveTicket,
  returnTicket,
  showFailure,
  transferTicket,
  type Transfer
} from '../replica/ticket-actions.ts'
import { showTabOf, useTicketTab } from '../list/ticket-tab.store.ts'
import { rowsNow } from '../list/use-ticket-rows.ts'
import { ticketViewer } from '../replica/tickets.store.ts'

export interface TicketActions {
  accept: (ticket: Ticket) => Promise<void>
  reopen: (ticket: Ticket) => Promise<void>
  giveBack: (ticket: Ticket) => Promise<void>
  resolve: (ticket: Ticket) => Promise<void>
  /** The customer hears nothing of it. */
  resolveQuietly: (ticket: Ticket) => Promise<void>
  /** Errors: ApiError; the dialog tells them. */
  transfer: (ticket: Ticket, target: Transfer) => Promise<void>
  /** Called after a ticket has left the hands of the person. */
  leave: () => void
}

/** The ticket below one in the list that is in sight, or above it at the end; null where it is not in that list, or alone. */
function ticketAfter({ id }: Ticket): Ticket | null {
  const { tab, part } = useTicketTab.getState()
  if (tab !== 'open') return null
  const rows = rowsNow(part)
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? null : (rows[at + 1] ?? rows[at - 1] ?? null)
}

/** In a dialog the actions leave the address alone, and `onLeft` closes it. */
export function useTicketActions(onLeft?: () => void): TicketActions {
  const navigate = useNavigate()
  const { t } = useTranslation(['tickets', 'bulk'])
  const isInDialog = onLeft !== undefined
  const leave = useCallback(() => {
    if (onLeft) onLeft()
    else void navigate(pages.tickets)
  }, [navigate, onLeft])

  return useMemo(() => {
    const goTo = (ticket: Ticket) => {
      if (isInDialog) return
      if (ticket.status === 'closed') return leave()
      showTabOf('open')
      void navigate(ticketPage(ticket.uuid))
    }
    const undo = async (before: Ticket, after: Ticket) => {
      if (!(await takeBack(before, after))) return notify.warning(t('movedSince'))
      notify.success(t('takenBack'))
      goTo(before)
    }
    /** Who may not see the ticket any more has no way back. */
    const offer = (message: string, before: Ticket, after: Ticket) => {
      const viewer = ticketViewer()
      if (viewer === null || !maySeeTicket(viewer, after)) return void notify.success(message)
      const run = () => void undo(before, after).catch((error: unknown) => showFailure(after, error))
      offerUndo({ message, label: t('bulk:undo'), run })
    }
    type Said = 'returned' | 'reopened' | 'resolved'
    const finish = async (ticket: Ticket, done: Promise<Ticket>, said?: Said) => {
      try {
        const after = await done
        if (said) offer(t(said, { name: ticket.contact.name }), ticket, after)
      } catch (error) {
        showFailure(ticket, error)
      }
    }
    const open = (work: (ticket: Ticket) => Promise<Ticket>, said?: Said) => (ticket: Ticket) => {
      const done = work(ticket)
      if (!isInDialog) {
        showTabOf('open')
        void navigate(ticketPage(ticket.uuid))
      }
      return finish(ticket, done, said)
    }
    const close = (work: (ticket: Ticket) => Promise<Ticket>, said: Said) => (ticket: Ticket) => {
      const done = work(ticket)
      leave()
      return finish(ticket, done, said)
    }
    /** The next of the list is opened, for whoever has resolved one goes on with it. */
    const closeAndGoOn = (work: (ticket: Ticket) => Promise<Ticket>) => (ticket: Ticket) => {
      // Where one thing is shown at a time, the list comes back.
      const next = isInDialog || isNarrowNow() ? null : ticketAfter(ticket)
      const done = work(ticket)
      if (next === null) leave()
      else void navigate(ticketPage(next.uuid))
      return finish(ticket, done, 'resolved')
    }
    return {
      accept: open(acceptTicket),
      reopen: open(reopenTicket, 'reopened'),
      giveBack: close(returnTicket, 'returned'),
      resolve: closeAndGoOn(resolveTicket),
      resolveQuietly: closeAndGoOn(resolveQuietly),
      transfer: async (ticket, target) => {
        const after = await transferTicket(ticket, target)
        leave()
        offer(t('transferred', { name: ticket.contact.name }), ticket, after)
      },
      leave
    }
  }, [navigate, leave, isInDialog, t])
}
