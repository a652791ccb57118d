// The account menu: profile, what does not fit a narrow top bar, and the way out.
import { Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSun,
  IconUser,
  IconVolume,
  IconVolume3
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { hasShell } from '#platform/device/bridge.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { remember, useLocalValue } from '#platform/state/local-store.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { signOut, useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { showShortcuts } from '#ui/keys/shortcuts.ts'
import { PaidUntil } from '../PaidUntil.tsx'
import { showProfile } from './profile.ts'

/** Apart, because it follows the address: the menu around it would be drawn anew with every ticket that is opened. */
function DesktopItem() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <Menu.Item leftSection={<IconDeviceDesktop size={16} />} onClick={() => void navigate(pages.desktop)}>
      {t('menu')}
    </Menu.Item>
  )
}

export function AccountMenu() {
  const { t } = useTranslation('layout')
  const user = useUser()
  const language = useLocalValue('language')
  const isMuted = useLocalValue('volume') === 0
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <IconButton label={t('account')} radius="xl">
          <Avatar name={user.name} size={28} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
          <PaidUntil size="xs" hiddenFrom="sm" />
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => showProfile(true)}>
          {t('profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => showShortcuts(true)} visibleFrom="sm">
          {t('shortcuts')}
        </Menu.Item>
        <Menu.Item
          hiddenFrom="sm"
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'toLight' : 'toDark')}
        </Menu.Item>
        <Menu.Item
          hiddenFrom="sm"
          leftSection={isMuted ? <IconVolume size={16} /> : <IconVolume3 size={16} />}
          onClick={() => remember('volume', isMuted ? 1 : 0)}
        >
          {t(isMuted ? 'soundOn' : 'soundOff')}
        </Menu.Item>
        <Menu.Item hiddenFrom="sm" leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
          {t('refresh')}
        </Menu.Item>
        {languages
          .filter((other) => other !== language)
          .map((other) => (
            <Menu.Item key={other} hiddenFrom="sm" lang={other} pl={38} onClick={() => void changeLanguage(other)}>
              {t(other)}
            </Menu.Item>
          ))}
        {hasShell() && <DesktopItem />}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
