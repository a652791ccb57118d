// What few need of a connection: the earlier conversations of its phone and the token of the external API.
import { Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { historyChoices, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import type { ConnectionValues } from './connection-form.ts'
import { ConnectionToken } from './ConnectionToken.tsx'

interface ConnectionAdvancedProps {
  form: DraftForm<ConnectionValues>
  /** Absent while it is being added. */
  connection: Connection | undefined
}

export function ConnectionAdvanced({ form, connection }: ConnectionAdvancedProps) {
  const { t } = useTranslation('connections')
  return (
    <Stack gap="md">
      <Select
        label={t('formHistory')}
        description={t('formHistoryHint')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        data={historyChoices.map((value) => ({ value, label: t(`history_${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('importHistory')}
      />
      <ConnectionToken connection={connection} />
    </Stack>
  )
}
