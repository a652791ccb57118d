// The company's phones: their linked devices, and what waits to be paired.
import { useState } from 'react'
import { Alert, Button, Group, Paper, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core'
import { IconDeviceMobile, IconX } from '@tabler/icons-react'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { PhoneView } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { CodeDialog, pairWaiting, ScanDialog, useScannable } from './PairDialogs.tsx'
import { attempt, call } from './simulator-api.ts'
import { choose, usePhone, useSimulator } from './simulator.store.ts'
import classes from './people-column.module.css'

type Ask = (kind: 'scan' | 'code', phone: PhoneView) => void

function Devices({ phone: { number, devices } }: { phone: PhoneView }) {
  const { t } = useTranslation('simulator')
  if (devices.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('noDevices')}
      </Text>
    )
  return devices.map(({ id, label, online, queued }) => (
    <Group key={id} gap="xs" wrap="nowrap">
      <StatusDot tone={online ? 'good' : 'off'} />
      <div className={classes['words']}>
        <Text truncate>{t('deviceLine', { id, label })}</Text>
        <Text size="xs" c="dimmed">
          {[t(online ? 'connected' : 'disconnected'), queued > 0 && t('queued', { count: queued })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <IconButton
        label={t('unlink')}
        icon={IconX}
        size="sm"
        onClick={() => void attempt(() => call('DELETE', `/phones/${number}/devices/${id}`))}
      />
    </Group>
  ))
}

function PhoneCard({ phone, onAsk }: { phone: PhoneView; onAsk: Ask }) {
  const { t } = useTranslation('simulator')
  const isChosen = useSimulator((state) => state.phone === phone.number)
  const other = useSimulator((state) => state.other)
  const isOnline = phone.devices.some(({ online }) => online)
  return (
    <Paper component="article" withBorder p="xs" className={classes['phone'] ?? ''} data-chosen={isChosen || undefined}>
      <Stack gap={6}>
        <UnstyledButton
          className={classes['phoneHead'] ?? ''}
          aria-pressed={isChosen}
          onClick={() => void attempt(() => choose(phone.number, other))}
        >
          <ThemeIcon variant="light" color={isOnline ? 'petrol' : 'gray'} size={36}>
            <IconDeviceMobile size={20} stroke={1.6} />
          </ThemeIcon>
          <span className={classes['words']}>
            <Text component="span" fw={600} truncate>
              {phone.name}
            </Text>
            <Text component="span" size="xs" c="dimmed">
              {formatPhone(phone.number)}
            </Text>
          </span>
        </UnstyledButton>
        <Devices phone={phone} />
        <Group gap={6} grow>
          <Button variant="default" size="xs" px={6} onClick={() => onAsk('scan', phone)}>
            {t('pair')}
          </Button>
          <Button variant="default" size="xs" px={6} onClick={() => onAsk('code', phone)}>
            {t('enterCode')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** A desk that shows a code to scan, or waits for one to be typed, on the chosen phone. */
function Waiting({ phone, onAsk }: { phone: PhoneView; onAsk: Ask }) {
  const { t } = useTranslation('simulator')
  const isCodeWaiting = useSimulator(({ waiting }) => waiting.some(({ codeFor }) => codeFor === phone.number))
  const scannable = useScannable()
  if (isCodeWaiting) {
    return (
      <Alert title={t('codeTitle')} p="sm">
        <Text>{t('codeText')}</Text>
        <Button fullWidth mt="xs" onClick={() => onAsk('code', phone)}>
          {t('enterCode')}
        </Button>
      </Alert>
    )
  }
  if (scannable.length === 0) return null
  return (
    <Alert title={t('waitingTitle')} p="sm">
      <Text>{t('waitingText')}</Text>
      <Stack gap={6} mt="xs">
        <Button px="xs" onClick={() => void attempt(() => pairWaiting(phone))}>
          {t('pairWaiting')}
        </Button>
        <Button px="xs" variant="default" onClick={() => onAsk('scan', phone)}>
          {t('pasteQr')}
        </Button>
      </Stack>
    </Alert>
  )
}

export function PhoneCards() {
  const { t } = useTranslation('simulator')
  const phones = useSimulator((state) => state.phones)
  const chosen = usePhone()
  const [asked, setAsked] = useState<{ kind: 'scan' | 'code'; phone: PhoneView } | null>(null)
  const ask: Ask = (kind, phone) => setAsked({ kind, phone })
  const Dialog = asked?.kind === 'scan' ? ScanDialog : CodeDialog
  if (phones.length === 0) return <Text c="dimmed">{t('noPhones')}</Text>
  return (
    <>
      {chosen && <Waiting phone={chosen} onAsk={ask} />}
      {phones.map((phone) => (
        <PhoneCard key={phone.number} phone={phone} onAsk={ask} />
      ))}
      {asked && <Dialog phone={asked.phone} onClose={() => setAsked(null)} />}
    </>
  )
}
