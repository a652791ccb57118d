// Notifications of the desktop app: whether, what they show, a pause, and one to try.
import { useState } from 'react'
import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  pauseNotifications,
  testNotification,
  type PauseLength,
  type TestResult
} from '#bridge/notification-channels.ts'
import { previews, type Preferences } from '#bridge/preference-channels.ts'
import { invoke } from '#platform/device/bridge.ts'
import { formatMoment, formatTime } from '#platform/text/format.ts'
import { usePause } from '#platform/device/notification-pause.ts'
import { notify } from '#platform/device/notify.ts'
import { setPreferences } from './use-preferences.ts'

function Pause() {
  const { t } = useTranslation('shell')
  const until = usePause((state) => state.until)
  const pause = (length: PauseLength) => void invoke(pauseNotifications, length).catch((error) => notify.error(error))
  if (until !== null) {
    const isToday = formatMoment(until) === formatTime(until)
    const time = isToday ? formatTime(until) : `${formatMoment(until)} ${formatTime(until)}`
    return (
      <Group gap="sm">
        <Text>{t('pausedUntil', { time })}</Text>
        <Button size="compact-sm" variant="light" onClick={() => pause('none')}>
          {t('resume')}
        </Button>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => pause('30-minutes')}>
        {t('pause30')}
      </Button>
      <Button variant="default" onClick={() => pause('until-tomorrow')}>
        {t('pauseTomorrow')}
      </Button>
    </Group>
  )
}

function Test() {
  const { t } = useTranslation('shell')
  const [result, setResult] = useState<TestResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setResult(null)
    try {
      setResult(await invoke(testNotification))
    } catch (error) {
      notify.error(error)
    }
    setBusy(false)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="light" loading={isBusy} onClick={() => void send()}>
        {t('test')}
      </Button>
      <Text role="status" c="dimmed">
        {result && t(`test_${result.outcome}`, { detail: result.detail })}
      </Text>
    </Stack>
  )
}

export function NotificationSettings({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('shell')
  return (
    <Stack gap="md">
      <Switch
        label={t('showNotifications')}
        checked={preferences.notifications}
        onChange={(event) => setPreferences({ notifications: event.currentTarget.checked })}
      />
      <Radio.Group label={t('preview')} value={preferences.preview} onChange={(preview) => setPreferences({ preview })}>
        <Stack gap={6} mt={6}>
          {previews.map((preview) => (
            <Radio
              key={preview}
              value={preview}
              label={t(`preview_${preview}`)}
              disabled={!preferences.notifications}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Pause />
      <Test />
    </Stack>
  )
}
