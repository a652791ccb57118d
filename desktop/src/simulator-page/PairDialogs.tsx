// Links a phone with a desk: by its QR code, or by a code that is typed.
import { Alert, Button, List, Text, Textarea, TextInput } from '@mantine/core'
import { useShallow } from 'zustand/react/shallow'
import i18next from 'i18next'
import { z } from 'zod'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { PhoneView, WaitingRegistration } from '../../../server/simulator/types.ts'
import { useNow } from '#platform/device/clock.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { attempt, call } from './simulator-api.ts'
import { reload, useSimulator } from './simulator.store.ts'

interface PairDialogProps {
  phone: PhoneView
  onClose: () => void
}

/** Desks that show a QR code, and did not ask for a code instead. */
export const useScannable = (): WaitingRegistration[] =>
  useSimulator(useShallow(({ waiting }) => waiting.filter(({ codeFor }) => !codeFor)))

async function pair(phone: PhoneView, way: string, body: object): Promise<void> {
  await call('POST', `/phones/${phone.number}/${way}`, body)
  notify.success(i18next.t('simulator:paired'))
  await reload()
}

export const pairWaiting = (phone: PhoneView): Promise<void> => pair(phone, 'pair-waiting', {})

export function CodeDialog({ phone, onClose }: PairDialogProps) {
  const { t } = useTranslation('simulator')
  const form = useDraftForm({
    initialValues: { code: '' },
    schema: z.object({ code: z.string().min(1) })
  })
  return (
    <FormDialog
      title={`${t('enterCode')} · ${phone.name}`}
      form={form}
      submitLabel={t('link')}
      onSubmit={(values) => pair(phone, 'code', values)}
      onClose={onClose}
    >
      <TextInput
        label={t('codeField')}
        description={t('codeHelp', { number: formatPhone(phone.number) })}
        placeholder="ABCD-1234"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

export function ScanDialog({ phone, onClose }: PairDialogProps) {
  const { t } = useTranslation('simulator')
  const waiting = useScannable()
  const now = useNow()
  const form = useDraftForm({
    initialValues: { qr: '' },
    schema: z.object({ qr: z.string().min(1) })
  })
  const pairNow = async () => {
    if (await attempt(() => pairWaiting(phone))) onClose()
  }
  return (
    <FormDialog
      title={`${t('pair')} · ${phone.name}`}
      form={form}
      submitLabel={t('pair')}
      onSubmit={(values) => pair(phone, 'scan', values)}
      onClose={onClose}
    >
      <Alert title={waiting.length > 0 && t('waitingTitle')} p="sm">
        {waiting.length === 0 ? (
          <Text>{t('noneWaiting')}</Text>
        ) : (
          <>
            <List size="sm">
              {waiting.map(({ id, since, label, qr }) => (
                <List.Item key={id}>
                  {t('waitingSince', { seconds: Math.round((now - since) / 1000), label })}
                  {qr && ' ✓'}
                </List.Item>
              ))}
            </List>
            <Button fullWidth mt="xs" onClick={() => void pairNow()}>
              {t('pairWaiting')}
            </Button>
          </>
        )}
      </Alert>
      <Textarea
        label={t('pasteQr')}
        description={t('pasteHelp')}
        placeholder="https://wa.me/settings/linked_devices#2@…"
        minRows={4}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps('qr')}
      />
    </FormDialog>
  )
}
