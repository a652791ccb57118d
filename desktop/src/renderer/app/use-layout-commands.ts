// What the frame itself adds to the command palette and to the list of shortcuts.
import { useMemo } from 'react'
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser
} from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { hasShell } from '#platform/device/bridge.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { chooseLanguage } from '#platform/session/preferences.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { signOut } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { openCommandPalette, useCommandActions, type CommandAction } from '#ui/keys/command-actions.ts'
import { showShortcuts, useShortcutGroup } from '#ui/keys/shortcuts.ts'
import { showProfile } from './person/profile.ts'
import { useMenu } from './menu/use-menu.ts'

export function useLayoutCommands(): void {
  const { t } = useTranslation(['layout', 'menu', 'shell'])
  const navigate = useNavigate()
  const groups = useMenu()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'

  const actions = useMemo<CommandAction[]>(() => {
    const screens = groups
      .flatMap(({ entries }) => entries)
      .map(({ path, label, icon }) => ({
        id: `screen:${path}`,
        label: t(`menu:${label as 'home'}`),
        group: t('goTo'),
        icon,
        run: () => void navigate(path)
      }))
    const group = t('doThis')
    return [
      ...screens,
      {
        id: 'theme',
        label: t(isDark ? 'toLight' : 'toDark'),
        group,
        icon: isDark ? IconSun : IconMoon,
        run: () => setColorScheme(isDark ? 'light' : 'dark')
      },
      ...languages.map((language) => ({
        id: `language:${language}`,
        label: `${t('language')}: ${t(language)}`,
        group,
        icon: IconLanguage,
        run: () => void chooseLanguage(language)
      })),
      { id: 'profile', label: t('profile'), group, icon: IconUser, run: () => showProfile(true) },
      { id: 'shortcuts', label: t('shortcuts'), group, icon: IconKeyboard, run: () => showShortcuts(true) },
      ...(hasShell()
        ? [
            {
              id: 'desktop',
              label: t('shell:menu'),
              group,
              icon: IconDeviceDesktop,
              run: () => void navigate(pages.desktop)
            }
          ]
        : []),
      { id: 'logout', label: t('logout'), group, icon: IconLogout, run: () => void signOut() }
    ]
  }, [groups, isDark, navigate, setColorScheme, t])
  useCommandActions(actions)
  // Not the palette's own: that is loaded a moment later, and the keys of whoever is quicker would be lost.
  useHotkeys([['mod+K', openCommandPalette]], [], true)

  useShortcutGroup(t('general'), [
    { keys: ['Ctrl', 'K'], text: t('palette') },
    { keys: ['/'], text: t('shortcutSearch') },
    { keys: ['Esc'], text: t('shortcutClose') },
    { keys: ['?'], text: t('shortcutHelp') }
  ])
}
