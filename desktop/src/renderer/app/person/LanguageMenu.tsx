// Chooses the language of the console.
import { Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { chooseLanguage } from '#platform/session/preferences.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'

export function LanguageMenu() {
  const { t } = useTranslation('layout')
  const present = useLocalValue('language')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('language')} icon={IconLanguage} />
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => void chooseLanguage(language)}
            rightSection={language === present ? <IconCheck size={16} /> : null}
          >
            {t(language)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
