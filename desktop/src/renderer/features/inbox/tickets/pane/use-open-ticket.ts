// The ticket of an address: the known one at once, else from the server; live, and told when it goes away.
import { useCallback, useEffect, useRef, useState } from 'react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { findTicketByUuid, ticketByUuid, useTickets } from '../book/tickets.store.ts'

export interface OpenTicket {
  ticket: Ticket | null
  error: unknown
  retry: () => void
}

export function useOpenTicket(uuid: string | undefined): OpenTicket {
  const ticket = useTickets((state) => (uuid === undefined ? null : ticketByUuid(state, uuid)))
  // What went wrong with one ticket, perhaps late, says nothing of the next.
  const [failed, setFailed] = useState<{ uuid: string; error: unknown } | null>(null)
  const error = failed !== null && failed.uuid === uuid ? failed.error : null
  const isKnown = ticket !== null
  const find = useCallback(() => {
    setFailed(null)
    if (uuid !== undefined) findTicketByUuid(uuid).catch((reason: unknown) => setFailed({ uuid, error: reason }))
  }, [uuid])
  useEffect(() => {
    if (!isKnown) find()
  }, [isKnown, find])
  return { ticket, error, retry: find }
}

/** Leads back to the list when the open ticket was deleted or went to people who alone may see it. */
export function useGoneTicket(uuid: string | undefined, { ticket, error }: OpenTicket): void {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (ticket !== null) shown.current = uuid
    else if (error !== null && uuid !== undefined && shown.current === uuid) {
      shown.current = undefined
      notify.info(t('ticketGone'), { autoClose: 6_000 })
      void navigate(pages.tickets)
    }
  }, [ticket, error, uuid, navigate, t])
}
