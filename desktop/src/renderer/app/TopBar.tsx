// The top bar: the way to everything by keyboard, what is new, and the person.
import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { useFromPath, useNavigate } from '#platform/session/navigation.ts'
import { useUser } from '#platform/session/session.ts'
import { openCommandPalette } from '#ui/keys/command-actions.ts'
import { BackButton } from '#ui/layout/BackButton.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { AnnouncementsPopover } from '#features/library/announcements/AnnouncementsPopover.tsx'
import { NotificationsMenu } from './person/NotificationsMenu.tsx'
import { PersonMenu } from './person/PersonMenu.tsx'
import classes from './top-bar.module.css'

interface TopBarProps {
  /** Opens the menu of a narrow window; undefined where the menu is always in sight. */
  onOpenMenu: (() => void) | undefined
}

/** Browsers' own way back is missing where the console was put on the home screen of a phone. */
function Back() {
  const navigate = useNavigate()
  // React Router counts in the history what was visited of the console.
  const hasCome = () => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
  return <BackButton onClick={() => void (hasCome() ? navigate(-1) : navigate('/'))} />
}

export function TopBar({ onOpenMenu }: TopBarProps) {
  const { t } = useTranslation(['layout', 'menu'])
  const { company } = useUser()
  const isStart = useFromPath((path) => path === '/' || path === pages.tickets)
  const hasBack = onOpenMenu !== undefined && !isStart
  return (
    <header className={classes['bar']}>
      <div className={classes['start']}>
        {onOpenMenu && <IconButton label={t('menu:open')} icon={IconMenu2} onClick={onOpenMenu} />}
        {hasBack ? (
          <Back />
        ) : (
          <Text span fw={500} size="sm" truncate>
            {company.name}
          </Text>
        )}
      </div>
      <UnstyledButton className={classes['search']} onClick={openCommandPalette} visibleFrom="sm">
        <IconSearch size={15} stroke={1.75} />
        <span>{t('palette')}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <Group gap={2} wrap="nowrap" justify="flex-end" className={classes['end'] ?? ''}>
        <IconButton label={t('palette')} icon={IconSearch} onClick={openCommandPalette} hiddenFrom="sm" />
        <AnnouncementsPopover />
        <NotificationsMenu />
        <PersonMenu />
      </Group>
    </header>
  )
}
