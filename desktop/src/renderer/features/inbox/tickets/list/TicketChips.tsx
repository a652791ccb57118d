// Where a ticket belongs, in words on its row: queue, connection, colleague, tags.
import type { CSSProperties } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useSession } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useConnections } from '#features/inbox/connections/connections.store.ts'
import classes from './ticket-row.module.css'

interface ChipProps {
  text: string
  color?: string
  title: string
  isQueue?: boolean
}

function Chip({ text, color, title, isQueue = false }: ChipProps) {
  return (
    <span
      className={classes['chip']}
      title={title}
      data-colored={color !== undefined || undefined}
      data-queue={isQueue || undefined}
      // Said with its word, which the colour stands for here.
      aria-hidden={isQueue || undefined}
      style={color === undefined ? undefined : ({ '--chip': color } as CSSProperties)}
    >
      {text}
    </span>
  )
}

export function TicketChips({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const { whatsapp, user, tags, queue } = ticket
  // What is the same on every row says nothing: the only number, and one's own name.
  const hasSeveral = useConnections(({ items }) => items.length > 1)
  const ownId = useSession((state) => state.user?.id)
  const isOthers = user !== null && user.id !== ownId
  return (
    <span className={classes['chips']}>
      {queue !== null && (
        <Chip text={queue.name} color={queue.color} title={t('queueOf', { name: queue.name })} isQueue />
      )}
      {hasSeveral && whatsapp !== null && (
        <Chip text={whatsapp.name} title={t('onConnection', { name: whatsapp.name })} />
      )}
      {isOthers && <Chip text={user.name} title={t('assignedToName', { name: user.name })} />}
      {tags.map(({ id, name, color }) => (
        <Chip key={id} text={name} color={color} title={t('tag', { name })} />
      ))}
    </span>
  )
}
