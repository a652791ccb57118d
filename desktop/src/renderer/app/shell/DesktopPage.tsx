// The settings of the desktop app on this computer: start, tray, files, spelling, notifications, server, help.
import type { ReactNode } from 'react'
import { Button, Checkbox, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { copyDiagnostics, showLogs } from '#bridge/diagnostics-channels.ts'
import { spellLanguages, type Preferences } from '#bridge/preference-channels.ts'
import { invoke, hasShell, shellStart, send } from '#platform/device/bridge.ts'
import { notify } from '#platform/device/notify.ts'
import { openServerChoice } from '#platform/session/server-choice.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { UpdateStatus } from '#ui/feedback/UpdateStatus.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import classes from './shell.module.css'
import { useKeeping } from './shell-notices.ts'
import { setPreferences, usePreferences } from './use-preferences.ts'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}

const switches = ['startAtLogin', 'closeToTray', 'askWhereToSave'] as const

function GeneralSettings({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('shell')
  return (
    <Stack gap="md">
      {switches.map((key) => (
        <Switch
          key={key}
          label={t(key)}
          description={t(`${key}Hint`)}
          checked={preferences[key]}
          onChange={(event) => setPreferences({ [key]: event.currentTarget.checked })}
        />
      ))}
      {shellStart()?.platform === 'darwin' ? (
        <Text c="dimmed">
          {t('spelling')}: {t('spellingSystem')}
        </Text>
      ) : (
        <Checkbox.Group
          label={t('spelling')}
          value={preferences.spelling}
          onChange={(spelling) => setPreferences({ spelling })}
        >
          <Group gap="md" mt={6}>
            {spellLanguages.map((language) => (
              <Checkbox key={language} value={language} label={t(`spelling_${language}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  )
}

function ServerSettings() {
  const { t } = useTranslation('shell')
  const start = shellStart()
  const keeping = useKeeping()
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{start?.server}</Text>
      {start?.isServerFixed ? (
        <Text c="dimmed">{t('serverFixed')}</Text>
      ) : (
        <Button variant="default" onClick={() => openServerChoice(true)}>
          {t('changeServer')}
        </Button>
      )}
      <Text c="dimmed">
        {t('keeping')}: {t(`keeping_${keeping}`)}
      </Text>
    </Stack>
  )
}

function HelpSettings() {
  const { t } = useTranslation('shell')
  const copy = () =>
    invoke(copyDiagnostics).then(
      () => notify.success(t('diagnosticsCopied')),
      (error: unknown) => notify.error(error)
    )
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t('yourVersion', { version: shellStart()?.version })}</Text>
      <Text c="dimmed">{t('diagnosticsHint')}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copy()}>
          {t('diagnostics')}
        </Button>
        <Button variant="default" onClick={() => send(showLogs)}>
          {t('logs')}
        </Button>
      </Group>
    </Stack>
  )
}

function Settings() {
  const { t } = useTranslation(['shell', 'updates'])
  const preferences = usePreferences()
  return (
    <Stack gap="xl" className={classes['page']}>
      <PageHeader title={t('title')} text={t('text')} />
      <Section title={t('general')}>
        {preferences ? <GeneralSettings preferences={preferences} /> : <Skeleton height={160} />}
      </Section>
      <Section title={t('notifications')}>
        {preferences ? <NotificationSettings preferences={preferences} /> : <Skeleton height={200} />}
      </Section>
      <Section title={t('server')}>
        <ServerSettings />
      </Section>
      <Section title={t('updates:title')}>
        <UpdateStatus />
      </Section>
      <Section title={t('help')}>
        <HelpSettings />
      </Section>
    </Stack>
  )
}

export const DesktopPage = () => (hasShell() ? <Settings /> : <Navigate to="/" replace />)
