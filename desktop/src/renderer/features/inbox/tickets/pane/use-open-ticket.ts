// The ticket of an address: the known one at once, else from the server; live, and told when it goes away.
import { useCallback, useEffect, useRef } from 'react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { findTicketByUuid, ticketByUuid, useTickets } from '../replica/tickets.store.ts'

export interface OpenTicket {
  ticket: Ticket | null
  error: unknown
  retry: () => void
}

export function useOpenTicket(uuid: string | undefined): OpenTicket {
  const ticket = useTickets((state) => (uuid === undefined ? null : ticketByUuid(state, uuid)))
  const isKnown = ticket !== null
  // What went wrong with one ticket, perhaps late, says nothing of the next.
  const [failed, setFailed] = useStateOf<{ uuid: string; error: unknown } | null>(isKnown || uuid, null)
  const error = failed !== null && failed.uuid === uuid ? failed.error : null
  const ask = useCallback(() => {
    if (uuid !== undefined) findTicketByUuid(uuid).catch((reason: unknown) => setFailed({ uuid, error: reason }))
  }, [uuid, setFailed])
  useEffect(() => {
    if (!isKnown) ask()
  }, [isKnown, ask])
  const retry = () => {
    setFailed(null)
    ask()
  }
  return { ticket, error, retry }
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
