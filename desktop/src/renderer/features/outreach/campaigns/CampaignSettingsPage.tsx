// How the company's campaigns are sent, and the numbers that hear of none.
import { useEffect } from 'react'
import { Alert, Button, Skeleton, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { useIsAdmin } from '#platform/session/session.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { refreshCampaignSettings, useCampaignSettings } from './settings/campaign-settings.store.ts'
import { CampaignSettingsForm } from './settings/CampaignSettingsForm.tsx'
import { OptOuts } from './settings/OptOuts.tsx'

function SettingsTab() {
  const { t } = useTranslation('words')
  const { settings, error } = useCampaignSettings()
  useEffect(() => void refreshCampaignSettings(), [])
  if (settings) return <CampaignSettingsForm settings={settings} />
  if (error === null) return <Skeleton height={420} />
  return (
    <Alert color="red" title={t('listFailed')}>
      {errorText(error)}
      <Button variant="default" mt="sm" display="block" onClick={() => void refreshCampaignSettings()}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

export function CampaignSettingsPage() {
  const { t } = useTranslation('campaigns')
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title={t('settingsTitle')} text={t('settingsText')} />
      {!isAdmin && <SettingsTab />}
      {isAdmin && (
        <Tabs defaultValue="settings" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="settings">{t('tabSettings')}</Tabs.Tab>
            <Tabs.Tab value="opt-outs">{t('tabOptOuts')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings">
            <SettingsTab />
          </Tabs.Panel>
          <Tabs.Panel value="opt-outs">
            <OptOuts />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}
