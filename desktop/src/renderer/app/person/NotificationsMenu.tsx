// The bell: which tickets have news, and which notes mention the person.
import { useState } from 'react'
import { Button, Indicator, Popover, ScrollArea, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { IconAt, IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Mention } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { notify } from '#platform/device/notify.ts'
import { formatMoment, formatNumber } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { readMentionsOf, unreadAmong, useMentions } from '#features/inbox/ticket-notes/mentions.store.ts'
import { useNotifications } from '#features/inbox/tickets/notifications/notifications.store.ts'
import classes from './notifications-menu.module.css'

/** Pixels; the specification's limit for popovers. */
const maxHeight = 300

interface NoticeProps {
  name: string
  picture: string | null
  text: string
  /** ISO instant. */
  at: string
  /** What stands in the badge; empty for none. */
  count: string
  onOpen: () => void
}

function Notice({ name, picture, text, at, count, onOpen }: NoticeProps) {
  return (
    <UnstyledButton className={classes['notice']} onClick={onOpen}>
      <Avatar name={name} picture={picture} size={36} />
      <span className={classes['text']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['line']}>{text}</span>
      </span>
      <span className={classes['side']}>
        <time dateTime={at}>{formatMoment(at)}</time>
        {count !== '' && <span className={classes['count']}>{count}</span>}
      </span>
    </UnstyledButton>
  )
}

function Tickets({ onOpen }: { onOpen: (path: string) => void }) {
  const { t } = useTranslation(['layout', 'words'])
  const { items, count } = useNotifications()
  if (items.length === 0) {
    return <EmptyState icon={IconBell} title={t('words:emptyList')} text={t('noNotificationsHint')} />
  }
  return (
    <>
      <Text size="xs" c="dimmed" px="xs" py={6}>
        {t('notificationsCount', { count })}
      </Text>
      <ScrollArea.Autosize mah={maxHeight - 40} type="auto">
        {items.map(({ ticketId, uuid, unread, ...notice }) => (
          <Notice
            key={ticketId}
            {...notice}
            count={unread === 0 ? '' : formatNumber(unread)}
            onOpen={() => onOpen(ticketPage(uuid))}
          />
        ))}
      </ScrollArea.Autosize>
    </>
  )
}

function Mentions({
  mentions,
  unread,
  onOpen
}: {
  mentions: Mention[]
  unread: number
  onOpen: (path: string) => void
}) {
  const { t } = useTranslation(['layout', 'tickets'])
  if (mentions.length === 0) return <EmptyState icon={IconAt} title={t('noMentions')} text={t('noMentionsHint')} />
  return (
    <>
      {unread > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          m={4}
          onClick={() => void readMentionsOf().catch((error: unknown) => notify.error(error))}
        >
          {t('readAllMentions')}
        </Button>
      )}
      <ScrollArea.Autosize mah={maxHeight - 40} type="auto">
        {mentions.map(({ id, note, ticket, readAt }) => (
          <Notice
            key={id}
            name={ticket.contact.name}
            picture={ticket.contact.profilePicUrl}
            text={`${note.user?.name ?? t('tickets:formerUser')}: ${note.note}`}
            at={note.createdAt}
            count={readAt === null ? '@' : ''}
            onOpen={() => onOpen(ticketPage(ticket.uuid))}
          />
        ))}
      </ScrollArea.Autosize>
    </>
  )
}

export function NotificationsMenu() {
  const { t } = useTranslation('layout')
  const navigate = useNavigate()
  const { count } = useNotifications()
  const mentions = useMentions(({ items }) => items)
  const unread = unreadAmong(mentions).length
  const [isOpen, setOpen] = useState(false)
  const [part, setPart] = useState<'tickets' | 'mentions'>('tickets')
  const all = count + unread
  const facts = [
    count > 0 ? t('notificationsCount', { count }) : null,
    unread > 0 ? t('mentionsCount', { count: unread }) : null
  ].filter((fact) => fact !== null)
  const show = () => {
    // Where there is nothing else, what is for the person stands in front.
    if (!isOpen) setPart(count === 0 && unread > 0 ? 'mentions' : 'tickets')
    setOpen(!isOpen)
  }
  const open = (path: string) => {
    setOpen(false)
    void navigate(path)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Indicator
        label={all > 99 ? '99+' : all}
        disabled={all === 0}
        color="red"
        size={16}
        offset={6}
        styles={{ indicator: { fontWeight: 600, fontSize: '0.6875rem' } }}
      >
        <Popover.Target>
          <IconButton
            label={facts.length === 0 ? t('notifications') : facts.join(', ')}
            icon={IconBell}
            aria-expanded={isOpen}
            onClick={show}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={4} aria-label={t('notifications')}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('notifications')}
          value={part}
          onChange={setPart}
          data={[
            { value: 'tickets', label: t('bellTickets') },
            {
              value: 'mentions',
              label: unread === 0 ? t('bellMentions') : `${t('bellMentions')} (${formatNumber(unread)})`
            }
          ]}
        />
        {part === 'tickets' ? (
          <Tickets onOpen={open} />
        ) : (
          <Mentions mentions={mentions} unread={unread} onOpen={open} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
