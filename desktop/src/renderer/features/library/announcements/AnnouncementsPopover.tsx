// Announcements in the top bar: a mark for new ones, the list by colour of priority, and one of them to read.
import { lazy, Suspense, useEffect, useState, type UIEvent } from 'react'
import { Indicator, Popover, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatMoment } from '#platform/text/format.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { priorityOf } from './announcement-priority.ts'
import classes from './announcements.module.css'
import { announcements, ensureAnnouncements, noteSeen, useReadable, useUnseenCount } from './announcements.store.ts'

const AnnouncementDialog = lazy(() =>
  import('./AnnouncementDialog.tsx').then((module) => ({ default: module.AnnouncementDialog }))
)

/** Pixels from the end of the list at which the next page is asked for. */
const nearEnd = 100

function Item({ announcement, onOpen }: { announcement: Announcement; onOpen: () => void }) {
  const { t } = useTranslation('announcements')
  const { tone, word } = priorityOf(announcement)
  return (
    <UnstyledButton className={classes['item']} data-tone={tone} onClick={onOpen}>
      <span className={classes['title']}>{announcement.title}</span>
      <span className={classes['line']}>{announcement.text}</span>
      <span className={classes['side']}>
        <span>{t(word)}</span>
        <time dateTime={announcement.createdAt}>{formatMoment(announcement.createdAt)}</time>
      </span>
    </UnstyledButton>
  )
}

function List({ onOpen }: { onOpen: (announcement: Announcement) => void }) {
  const { t } = useTranslation(['announcements', 'words'])
  const { phase, error } = announcements.use()
  const items = useReadable()
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < nearEnd) void announcements.loadMore()
  }
  if (items.length > 0) {
    return (
      <div className={classes['list']} onScroll={onScroll}>
        {items.map((announcement) => (
          <Item key={announcement.id} announcement={announcement} onOpen={() => onOpen(announcement)} />
        ))}
      </div>
    )
  }
  if (phase === 'idle' || phase === 'loading') {
    return (
      <Stack gap="xs" p="xs">
        {[70, 85, 60].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} radius="xl" />
        ))}
      </Stack>
    )
  }
  if (phase === 'failed') {
    return <EmptyState icon={IconSpeakerphone} title={t('words:listFailed')} text={errorText(error)} />
  }
  return <EmptyState icon={IconSpeakerphone} title={t('words:emptyList')} text={t('noneHint')} />
}

export function AnnouncementsPopover() {
  const { t } = useTranslation('announcements')
  const [isOpen, setOpen] = useState(false)
  const [read, setRead] = useState<Announcement | null>(null)
  // What is changed meanwhile is read as it is now; what is withdrawn stays with its reader.
  const changed = announcements.use(({ items }) => items.find(({ id }) => id === read?.id))
  if (changed !== undefined && changed !== read) setRead(changed)
  const unseen = useUnseenCount()
  useEffect(ensureAnnouncements, [])
  const toggle = (next: boolean) => {
    setOpen(next)
    // What was new is marked so until the list is left.
    if (!next) noteSeen()
    else if (announcements.use.getState().phase === 'failed') void announcements.refresh()
  }
  return (
    <>
      <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={340} trapFocus returnFocus>
        <Indicator disabled={unseen === 0} color="red" size={8} offset={7}>
          <Popover.Target>
            <IconButton
              label={unseen === 0 ? t('title') : t('unseen', { count: unseen })}
              icon={IconSpeakerphone}
              aria-expanded={isOpen}
              onClick={() => toggle(!isOpen)}
            />
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={4} aria-label={t('title')}>
          <Text size="xs" c="dimmed" px="xs" py={6}>
            {t('title')}
          </Text>
          <List
            onOpen={(announcement) => {
              toggle(false)
              setRead(announcement)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {read !== null && (
        <Suspense>
          <AnnouncementDialog announcement={read} onClose={() => setRead(null)} />
        </Suspense>
      )}
    </>
  )
}
