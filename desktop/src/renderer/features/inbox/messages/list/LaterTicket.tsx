// Where a ticket ends and its contact was served again: the way on.
import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { showLaterTicket, ticketEvent, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { useTranslation } from '#platform/text/translation.ts'

export function LaterTicket({ ticket: { id, contactId } }: { ticket: Pick<Ticket, 'id' | 'contactId'> }) {
  const { t } = useTranslation('timeline')
  const [next, setNext] = useStateOf<Ticket | null>(id, null)
  useEffect(() => {
    let isOver = false
    // Without an answer there is no way on, as before.
    const ask = () => {
      call(showLaterTicket, { params: { id } }).then(
        (found) => isOver || setNext(found),
        () => undefined
      )
    }
    ask()
    const stop = listen(ticketEvent, (event) => {
      if (event.action === 'update' && event.ticket.contactId === contactId && event.ticket.id > id) ask()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [id, contactId, setNext])
  if (next === null) return null
  const facts = [t('ticketNumber', { id: next.id }), next.queue?.name, next.user?.name]
  return (
    <Button
      component={Link}
      to={ticketPage(next.uuid)}
      variant="subtle"
      size="compact-sm"
      my="sm"
      mx="auto"
      display="block"
      w="fit-content"
      rightSection={<IconArrowRight size={14} aria-hidden />}
    >
      {t('goesOnIn', { ticket: facts.filter((fact) => fact !== undefined).join(' · ') })}
    </Button>
  )
}
