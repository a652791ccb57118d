// Notifications on this device while no window is open: whether, what they say, and one to try. Also follows their clicks.
import { useEffect, useEffectEvent, useState } from 'react'
import { Alert, Button, Modal, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { savePreferences } from '@guiche/shared/features/org/preferences.ts'
import { notify } from '#platform/device/notify.ts'
import {
  pushState,
  refreshPush,
  sendTestPush,
  switchPushOff,
  switchPushOn,
  type PushState
} from '#platform/device/push.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useSession, useUser } from '#platform/session/session.ts'
import { showPushSettings, usePushSettings } from './push-settings.ts'

/** Messages of the service worker. */
interface WorkerMessage {
  kind?: 'open' | 'resubscribed'
  path?: string
}

function useWorkerMessages(userId: number): void {
  const navigate = useNavigate()
  const follow = useEffectEvent(({ kind, path }: WorkerMessage) => {
    if (kind === 'open' && path) void navigate(path)
    if (kind === 'resubscribed') void refreshPush(userId).catch(() => undefined)
  })
  useEffect(() => {
    // Without an answer the next window tells.
    void refreshPush(userId).catch(() => undefined)
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => follow(data)
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [userId])
}

async function chooseTexts(pushTexts: boolean): Promise<void> {
  const preferences = await call(savePreferences, { body: { pushTexts } })
  useSession.setState(({ user }) => (user ? { user: { ...user, preferences } } : {}))
}

function Settings() {
  const { t } = useTranslation('push')
  const { id, preferences } = useUser()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.error(error)
    }
    setBusy(false)
  }
  useEffect(() => {
    let isShown = true
    pushState(id).then(
      (found) => isShown && setState(found),
      (error: unknown) => notify.error(error)
    )
    return () => {
      isShown = false
    }
  }, [id])
  const test = async () => {
    await sendTestPush()
    notify.success(t('sent'))
  }
  const isOn = state === 'on'
  const isPossible = isOn || state === 'off'
  return (
    <Stack gap="md">
      <Switch
        label={t('switch')}
        description={t('switchHint')}
        checked={isOn}
        disabled={!isPossible || isBusy}
        onChange={() => void run(async () => setState(await (isOn ? switchPushOff() : switchPushOn(id))))}
      />
      {state !== null && !isPossible && (
        <Alert color={state === 'denied' ? 'yellow' : 'gray'} title={t(`${state}_title`)}>
          {t(`${state}_text`)}
        </Alert>
      )}
      <Switch
        label={t('texts')}
        description={t('textsHint')}
        checked={preferences.pushTexts}
        disabled={!isOn || isBusy}
        onChange={(event) => {
          const { checked } = event.currentTarget
          void run(() => chooseTexts(checked))
        }}
      />
      <Button variant="light" disabled={!isOn} loading={isBusy && isOn} onClick={() => void run(test)}>
        {t('test')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('privacy')}
      </Text>
    </Stack>
  )
}

export function PushDialog() {
  const { t } = useTranslation('push')
  const { id } = useUser()
  const isOpen = usePushSettings((state) => state.isOpen)
  useWorkerMessages(id)
  // Whoever signs in next does not find it open.
  useEffect(() => () => showPushSettings(false), [])
  return (
    <Modal opened={isOpen} onClose={() => showPushSettings(false)} title={t('title')}>
      <Settings />
    </Modal>
  )
}
