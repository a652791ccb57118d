// Light or dark.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/layout/IconButton.tsx'

export function ThemeToggle() {
  const { t } = useTranslation('layout')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = t(isDark ? 'toLight' : 'toDark')
  return (
    <IconButton
      label={label}
      icon={isDark ? IconSun : IconMoon}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    />
  )
}
