// Opens a ticket for a contact and leads there, when nothing is left to choose (spec R189).
import { useCallback } from 'react'
import { useNavigate } from '#platform/navigation.ts'
import { notify } from '#platform/notify.ts'
import { useIsAdmin, useUser } from '#platform/session.ts'
import { conflictIn, startTicket } from './ticket-actions.ts'
import { showPart } from './ticket-tab.store.ts'

interface StartTicket {
  /** True for somebody who has to say in which queue; the dialog for new tickets asks. */
  hasToChoose: boolean
  /** Failures are told as they come; somebody who is served already is led to. */
  start: (contactId: number) => Promise<void>
}

export function useStartTicket(): StartTicket {
  const navigate = useNavigate()
  const { queues, whatsappId } = useUser()
  const isAdmin = useIsAdmin()
  const queueId = isAdmin ? null : (queues[0]?.id ?? null)
  const start = useCallback(
    async (contactId: number) => {
      try {
        const { uuid } = await startTicket({ contactId, queueId, whatsappId })
        showPart('attending')
        void navigate(`/tickets/${uuid}`)
      } catch (error) {
        const conflict = conflictIn(error)
        if (conflict === null) notify.error(error)
        else void navigate(`/tickets/${conflict.uuid}`)
      }
    },
    [navigate, queueId, whatsappId]
  )
  return { hasToChoose: !isAdmin && queues.length !== 1, start }
}
