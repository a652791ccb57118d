// The top bar: greeting, the way to everything by keyboard, and the small things of a working day.
import { Group, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useHasFeature, useUser } from '#platform/session/session.ts'
import { openCommandPalette } from '#ui/keys/command-actions.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { AnnouncementsPopover } from '#features/library/announcements/AnnouncementsPopover.tsx'
import { ChatsPopover } from '#features/team/internal-chat/ChatsPopover.tsx'
import { AccountMenu } from './person/AccountMenu.tsx'
import { LanguageMenu } from './person/LanguageMenu.tsx'
import { NotificationsMenu } from './person/NotificationsMenu.tsx'
import { PaidUntil } from './PaidUntil.tsx'
import { ThemeToggle } from './person/ThemeToggle.tsx'
import classes from './top-bar.module.css'
import { VolumePopover } from './person/VolumePopover.tsx'

/** Windows under this greet in short, so that the due date stays whole; the narrowest have it in the account menu. */
const roomy = '(min-width: 1200px)'

/** Greets by name; admins read until when the company is paid for. */
function Greeting() {
  const { t } = useTranslation('layout')
  const isRoomy = useMediaQuery(roomy, undefined, { getInitialValueInEffect: false })
  const user = useUser()
  const name = user.name.split(' ')[0]
  return (
    <div className={classes['greeting']}>
      <Text span truncate>
        {isRoomy ? t('greeting', { name, company: user.company.name }) : t('greetingShort', { name })}
      </Text>
      <PaidUntil c="dimmed" className={classes['due'] ?? ''} visibleFrom="sm" />
    </div>
  )
}

interface TopBarProps {
  isMenuOpen: boolean
  isNarrow: boolean
  onToggleMenu: () => void
}

export function TopBar({ isMenuOpen, isNarrow, onToggleMenu }: TopBarProps) {
  const { t } = useTranslation(['layout', 'menu'])
  const hasChat = useHasFeature('useInternalChat')
  const menuLabel = t(isNarrow ? 'menu:open' : isMenuOpen ? 'menu:collapse' : 'menu:expand')
  return (
    <header className={classes['bar']}>
      <IconButton label={menuLabel} icon={isNarrow ? IconMenu2 : IconLayoutSidebar} onClick={onToggleMenu} />
      <Greeting />
      <UnstyledButton className={classes['search']} onClick={openCommandPalette} visibleFrom="md">
        <IconSearch size={15} stroke={1.75} />
        <span>{t('palette')}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <Group gap={2} wrap="nowrap">
        <IconButton label={t('palette')} icon={IconSearch} onClick={openCommandPalette} hiddenFrom="md" />
        <Group gap={2} wrap="nowrap" visibleFrom="sm">
          <LanguageMenu />
          <ThemeToggle />
          <VolumePopover />
          <IconButton label={t('refresh')} icon={IconRefresh} onClick={() => window.location.reload()} />
        </Group>
        <AnnouncementsPopover />
        {hasChat && <ChatsPopover />}
        <NotificationsMenu />
        <AccountMenu />
      </Group>
    </header>
  )
}
