// The page: three columns, one at a time on a narrow screen.
import { useEffect } from 'react'
import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconBolt, IconCloudOff, IconMessageCircle, IconUsers } from '@tabler/icons-react'
import { useLocalValue } from '#platform/state/local-store.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ChatColumn } from './ChatColumn.tsx'
import { FaultsColumn } from './FaultsColumn.tsx'
import icon from './icon.svg'
import { PeopleColumn } from './PeopleColumn.tsx'
import { show, useSimulator } from './simulator.store.ts'
import classes from './simulator-page.module.css'

const tabs = [
  { view: 'people', icon: IconUsers },
  { view: 'chat', icon: IconMessageCircle },
  { view: 'faults', icon: IconBolt }
] as const

function LanguageSwitch() {
  const { t } = useTranslation('simulator')
  const chosen = useLocalValue('language')
  return (
    <Button.Group aria-label={t('language')}>
      {languages.map((language) => (
        <Button
          key={language}
          size="compact-sm"
          variant={language === chosen ? 'light' : 'default'}
          aria-pressed={language === chosen}
          onClick={() => void changeLanguage(language)}
        >
          {language.toUpperCase()}
        </Button>
      ))}
    </Button.Group>
  )
}

export function SimulatorPage() {
  const { t } = useTranslation('simulator')
  const title = t('title')
  const isOnline = useSimulator((state) => state.isOnline)
  const view = useSimulator((state) => state.view)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <img src={icon} width={30} height={30} alt="" />
        <div className={classes['brand']}>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('subtitle')}
          </Text>
        </div>
        <LanguageSwitch />
      </header>
      <div role="alert">
        {!isOnline && (
          <Group gap="xs" className={classes['offline'] ?? ''}>
            <IconCloudOff size={16} stroke={1.75} aria-hidden />
            {t('offline')}
          </Group>
        )}
      </div>
      <main className={classes['columns']} data-view={view}>
        <PeopleColumn />
        <ChatColumn />
        <FaultsColumn />
      </main>
      <nav className={classes['tabs']}>
        {tabs.map(({ view: name, icon: Icon }) => (
          <UnstyledButton key={name} aria-pressed={view === name} onClick={() => show(name)}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {t(name)}
          </UnstyledButton>
        ))}
      </nav>
    </div>
  )
}
