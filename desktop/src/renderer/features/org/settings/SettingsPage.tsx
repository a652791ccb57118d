// The settings screen: options, the company's hours, and what the super user manages.
import { Suspense, useEffect, useState } from 'react'
import { Alert, Button, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { useUser } from '#platform/session/session.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { HoursTab } from './HoursTab.tsx'
import { OptionsTab } from './OptionsTab.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import type { SettingsTab } from './settings.store.ts'
import { refreshSettings, useSetting, useSettings } from './settings.store.ts'

export function SettingsPage({ extras }: { extras: SettingsTab[] }) {
  const { t } = useTranslation(['settings', 'words'])
  const user = useUser()
  const { phase, error } = useSettings()
  const hasHours = useSetting('scheduleType') === 'company'
  const [tab, setTab] = useState('options')
  useEffect(() => void refreshSettings(), [])
  const further = user.super ? extras : []
  if (phase === 'failed') {
    return (
      <>
        <PageHeader title={t('title')} />
        <Alert color="red" title={t('words:listFailed')}>
          {errorText(error)}
          <Button variant="default" mt="sm" display="block" onClick={() => void refreshSettings()}>
            {t('words:retry')}
          </Button>
        </Alert>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={tab === 'hours' && !hasHours ? 'options' : tab}
        onChange={(value) => setTab(value ?? 'options')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="options">{t('tabOptions')}</Tabs.Tab>
          {hasHours && <Tabs.Tab value="hours">{t('tabHours')}</Tabs.Tab>}
          {further.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="options">{phase === 'ready' ? <OptionsTab /> : <RowsSkeleton />}</Tabs.Panel>
        <Tabs.Panel value="hours">
          <HoursTab />
        </Tabs.Panel>
        {further.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<RowsSkeleton />}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
