// The number of the phone that a code to pair by is for.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pairingCodeRequest } from '@guiche/shared/features/inbox/connections.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { notify } from '#platform/device/notify.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { NumberField } from '#features/inbox/contacts/NumberField.tsx'

/** What is meant by what is typed counts. */
const schema = z.object({ number: z.string().transform(typedNumber).pipe(pairingCodeRequest.shape.number) })

interface PairingNumberProps {
  /** Digits. */
  initial: string
  onAsk: (number: string) => Promise<void>
  onBack: () => Promise<void>
}

export function PairingNumber({ initial, onAsk, onBack }: PairingNumberProps) {
  const { t } = useTranslation('connections')
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const form = useDraftForm({ initialValues: { number: formatPhone(initial) }, schema })
  const focus = () => element.current?.querySelector('input')?.focus()
  useEffect(focus, [])
  const submit = async ({ number }: { number: string }) => {
    setBusy(true)
    try {
      await onAsk(typedNumber(number))
    } catch (error) {
      setBusy(false)
      if (showRefusal(form, error, { ERR_WAPP_NOT_PAIRING: 'number' }).length === 0) notify.error(error)
      focus()
    }
  }
  const handle = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault()
    form.onSubmit((values) => void submit(values), focus)(event)
  }
  return (
    <form ref={element} noValidate onSubmit={handle}>
      <Stack>
        <Text>{t('codeIntro')}</Text>
        <NumberField form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void onBack()}>
            {t('codeBack')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('codeAsk')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
