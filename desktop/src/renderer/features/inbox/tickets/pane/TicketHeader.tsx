// The head of a conversation: with whom, which ticket, whose it is, and what can be done.
import type { ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconPinFilled } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { useCustomerActivity } from '#features/inbox/messages/thread/typing.store.ts'
import { MessageSearch } from '#features/inbox/messages/search/MessageSearch.tsx'
import { TagChip } from '#features/inbox/tags/TagChip.tsx'
import { TagPicker } from '#features/inbox/tags/TagPicker.tsx'
import { useIsPinned } from '../list/ticket-pins.store.ts'
import { TicketActionBar } from './TicketActionBar.tsx'
import type { TicketActions } from './use-ticket-actions.ts'
import classes from './ticket-header.module.css'

interface TicketHeaderProps {
  ticket: Ticket
  actions: TicketActions
  isDrawerOpen: boolean
  onContact: () => void
  onNotes: () => void
  /** The way back in a dialog. */
  before?: ReactNode
}

function Subline({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const activity = useCustomerActivity(ticket.id)
  const owner = ticket.user?.name ?? t('nobody')
  const isPinned = useIsPinned(ticket.id)
  return (
    <span className={classes['subline']}>
      {isPinned && (
        <span className={classes['pinned']} title={t('pinned')} role="img" aria-label={t('pinned')}>
          <IconPinFilled size={12} aria-hidden />
        </span>
      )}
      <span className="g-numbers">#{ticket.id}</span>
      <span className={classes['owner']}>
        {t('assignedTo')} {owner}
      </span>
      {activity !== undefined && (
        <span className={classes['typing']} role="status">
          {t(activity)}
        </span>
      )}
      {ticket.queue !== null && (
        <span className={classes['extra']}>
          <QueueTag queue={ticket.queue} />
        </span>
      )}
      {ticket.tags.map((tag) => (
        <span key={tag.id} className={classes['extra']}>
          <TagChip tag={tag} />
        </span>
      ))}
    </span>
  )
}

export function TicketHeader(props: TicketHeaderProps) {
  const { t } = useTranslation('tickets')
  const { ticket, actions, isDrawerOpen, onContact, onNotes, before } = props
  const { contact } = ticket
  return (
    <header className={classes['header']}>
      {before}
      <UnstyledButton
        className={classes['who']}
        aria-expanded={isDrawerOpen}
        title={t('contactDetails')}
        onClick={onContact}
      >
        <span className={classes['face']}>
          <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
        </span>
        <span className={classes['text']}>
          <span className={classes['name']} dir="auto">
            {contact.name}
          </span>
          <Subline ticket={ticket} />
        </span>
      </UnstyledButton>
      <div className={classes['actions']}>
        <MessageSearch ticket={ticket} />
        <span className={classes['picker']}>
          <TagPicker ticket={ticket} />
        </span>
        <TicketActionBar ticket={ticket} actions={actions} onNotes={onNotes} />
      </div>
    </header>
  )
}
