// Tickets that somebody handed over to the person and that were not opened since.
import { useCallback } from 'react'
import { concerns, type Handover, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ticketViewer } from '../replica/tickets.store.ts'

/** What stands on the row of whoever is to take it; null for everybody else, for who handed it over too. */
export function handoverOf(ticket: Ticket): Handover | null {
  const { handover } = ticket
  if (handover === null) return null
  const viewer = ticketViewer()
  if (viewer === null || handover.fromId === viewer.id) return null
  return ticket.status !== 'closed' && concerns(viewer, ticket) ? handover : null
}

/** Where it comes from, in a few words before what was said. */
export function useHandoverRowText(): (handover: Handover) => string {
  const { t } = useTranslation('tickets')
  return ({ kind, from, comment }) => {
    if (kind !== 'transfer') return t(`row_${kind}`, { name: from })
    return t(comment === '' ? 'handedOver' : 'handedOverSaying', { name: from })
  }
}

/** The same as a sentence, for whoever has its conversation open or hears of it. */
export function useHandoverText(): (handover: Handover) => string {
  const { t } = useTranslation('tickets')
  return useCallback(
    ({ kind, from, comment }) => {
      if (kind !== 'transfer') return t(kind, { name: from })
      const said = t('handedOverTitle', { name: from })
      return comment === '' ? said : `${said}: ${comment}`
    },
    [t]
  )
}
