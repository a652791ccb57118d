// The bell: how many tickets have unread messages, and which.
import { useState } from 'react'
import { Indicator, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { formatMoment, formatNumber } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useNotifications, type TicketNotice } from '#features/inbox/tickets/notifications/notifications.store.ts'
import classes from './notifications-menu.module.css'

/** Pixels; the specification's limit for popovers. */
const maxHeight = 300

function Notice({ notice, onOpen }: { notice: TicketNotice; onOpen: () => void }) {
  return (
    <UnstyledButton className={classes['notice']} onClick={onOpen}>
      <Avatar name={notice.name} picture={notice.picture} size={36} />
      <span className={classes['text']}>
        <span className={classes['name']}>{notice.name}</span>
        <span className={classes['line']}>{notice.text}</span>
      </span>
      <span className={classes['side']}>
        <time dateTime={notice.at}>{formatMoment(notice.at)}</time>
        {notice.unread > 0 && <span className={classes['count']}>{formatNumber(notice.unread)}</span>}
      </span>
    </UnstyledButton>
  )
}

export function NotificationsMenu() {
  const { t } = useTranslation(['layout', 'words'])
  const navigate = useNavigate()
  const { items, count } = useNotifications()
  const [isOpen, setOpen] = useState(false)
  const label = count === 0 ? t('notifications') : t('notificationsCount', { count })
  const open = (notice: TicketNotice) => {
    setOpen(false)
    void navigate(ticketPage(notice.uuid))
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Indicator
        label={count > 99 ? '99+' : count}
        disabled={count === 0}
        color="red"
        size={16}
        offset={6}
        styles={{ indicator: { fontWeight: 600, fontSize: '0.6875rem' } }}
      >
        <Popover.Target>
          <IconButton label={label} icon={IconBell} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={4} aria-label={t('notifications')}>
        {items.length === 0 ? (
          <EmptyState icon={IconBell} title={t('words:emptyList')} text={t('noNotificationsHint')} />
        ) : (
          <>
            <Text size="xs" c="dimmed" px="xs" py={6}>
              {label}
            </Text>
            <ScrollArea.Autosize mah={maxHeight - 40} type="auto">
              {items.map((notice) => (
                <Notice key={notice.ticketId} notice={notice} onOpen={() => open(notice)} />
              ))}
            </ScrollArea.Autosize>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
