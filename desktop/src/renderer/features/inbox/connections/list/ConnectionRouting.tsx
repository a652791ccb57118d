// Where a connection sends those who wait, and what its menu of queues does.
import { NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QueueSelect } from '#features/org/queues/QueuePicker.tsx'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import type { ConnectionValues } from './connection-form.ts'

export function ConnectionRouting({ form }: { form: DraftForm<ConnectionValues> }) {
  const { t } = useTranslation('connections')
  const number = (name: keyof ConnectionValues & string) => ({
    min: 0,
    max: 100_000,
    allowDecimal: false,
    clampBehavior: 'strict' as const,
    ...form.getInputProps(name)
  })
  return (
    <Stack gap="md">
      <NumberInput
        label={t('formTransferTime')}
        description={t('formTransferTimeHint')}
        suffix={` ${t('minutes')}`}
        {...number('timeToTransfer')}
      />
      <QueueSelect label={t('formTransferQueue')} {...form.getInputProps('transferQueueId')} />
      <NumberInput
        label={t('formExpires')}
        description={t('formExpiresHint')}
        suffix={` ${t('minutes')}`}
        {...number('expiresTicket')}
      />
      <NumberInput
        label={t('formBotTime')}
        description={t('formBotTimeHint')}
        suffix={` ${t('minutes')}`}
        {...number('timeUseBotQueues')}
      />
      <NumberInput label={t('formBotMax')} description={t('formBotMaxHint')} {...number('maxUseBotQueues')} />
    </Stack>
  )
}
