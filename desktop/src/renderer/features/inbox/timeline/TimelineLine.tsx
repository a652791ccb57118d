// What stands between the messages of a conversation: a quiet line for what happened, a card for a note of the team.
import { memo } from 'react'
import {
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconBeach,
  IconCheck,
  IconRefresh,
  IconStar,
  IconTag,
  IconTagOff,
  IconUserCheck,
  type Icon
} from '@tabler/icons-react'
import type { ActivityKind, TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatTime } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { NoteCard } from './NoteCard.tsx'
import type { ThreadLine } from './timeline.store.ts'
import { useActivityText } from './use-activity-text.ts'
import classes from './timeline.module.css'

const icons: Record<ActivityKind, Icon> = {
  accepted: IconUserCheck,
  returned: IconArrowBackUp,
  transferred: IconArrowsRightLeft,
  resolved: IconCheck,
  reopened: IconRefresh,
  tagged: IconTag,
  untagged: IconTagOff,
  rated: IconStar,
  onLeave: IconBeach
}

function ActivityLine({ activity }: { activity: TicketActivity }) {
  const textOf = useActivityText()
  const IconOf = icons[activity.kind]
  return (
    <div className={classes['line']}>
      <IconOf size={14} stroke={1.75} aria-hidden />
      <span dir="auto">{textOf(activity)}</span>
      <time dateTime={activity.createdAt} className="g-numbers">
        {formatTime(activity.createdAt)}
      </time>
    </div>
  )
}

/** Here a ticket begins, in a conversation that goes through several. */
function TicketLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('timeline')
  const { id, queue, user, status } = ticket
  const facts = [t('ticketNumber', { id }), queue?.name, user?.name, status === 'closed' ? t('closed') : null]
  return (
    <div className={classes['ticket']} role="separator">
      <span dir="auto">{facts.filter((fact) => fact != null).join(' · ')}</span>
    </div>
  )
}

export const TimelineLine = memo(({ entry }: { entry: ThreadLine }) => {
  if (entry.kind === 'ticket') return <TicketLine ticket={entry.ticket} />
  if (entry.kind === 'note') return entry.note !== null && <NoteCard note={entry.note} />
  return entry.activity !== null && <ActivityLine activity={entry.activity} />
})
