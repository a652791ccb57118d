// The leave of somebody: from one day to another, who stands in, and its early end.
import { useEffect } from 'react'
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'

export interface LeaveDraft {
  from: string
  until: string
  standInId: string | null
}

interface LeaveFieldsProps<V extends LeaveDraft> {
  form: DraftForm<V>
  user: User
}

export function LeaveFields<V extends LeaveDraft>({ form, user }: LeaveFieldsProps<V>) {
  const { t } = useTranslation('workTimes')
  const colleagues = useColleagues(({ items }) => items).filter(({ id }) => id !== user.id)
  useEffect(() => void ensureColleagues(), [])
  const isPlanned = form.values.from !== '' || form.values.until !== ''
  const forget = () => form.setValues({ from: '', until: '', standInId: null } as Partial<V>)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('leaveHint')}
      </Text>
      <Group gap="md" grow align="flex-start">
        <TextInput type="date" label={t('leaveFrom')} {...form.getInputProps('from')} />
        <TextInput type="date" label={t('leaveUntil')} {...form.getInputProps('until')} />
      </Group>
      <Select
        label={t('standIn')}
        description={t('standInHint')}
        placeholder={t('standInNobody')}
        clearable
        searchable
        data={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('standInId')}
      />
      {isPlanned && (
        <Group>
          <Button variant="default" onClick={forget}>
            {t('leaveForget')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
