// Chooses one or several queues, each with its colour.
import { useEffect } from 'react'
import { MultiSelect, Select, type MultiSelectProps, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ensureQueues, useQueues } from './queues.store.ts'

function useQueueOptions() {
  const { t } = useTranslation()
  const queues = useQueues(({ items }) => items)
  useEffect(() => void ensureQueues(), [])
  return {
    data: queues.map(({ id, name }) => ({ value: String(id), label: name })),
    nothingFoundMessage: t('noOptions'),
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <QueueTag queue={queues.find(({ id }) => String(id) === option.value) ?? { name: option.label, color: 'gray' }} />
    )
  }
}

/** Several queues; values are ids as text. */
export function QueuePicker({ placeholder, ...props }: Omit<MultiSelectProps, 'data'>) {
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      placeholder={props.value?.length === 0 ? placeholder : undefined}
      {...useQueueOptions()}
      {...props}
    />
  )
}

/** One queue or none; the value is an id as text or null. */
export function QueueSelect(props: Omit<SelectProps, 'data'>) {
  return <Select searchable clearable allowDeselect {...useQueueOptions()} {...props} />
}
