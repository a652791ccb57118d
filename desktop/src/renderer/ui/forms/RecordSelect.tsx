// Chooses one record of a short list that is loaded whole, or none.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WholeList } from '#platform/replica/whole-list.ts'

interface RecordSelectProps<T extends { id: number; name: string }> extends Omit<SelectProps, 'data' | 'list'> {
  list: WholeList<T>
  /** What choosing none of them is called; without it the field is emptied instead. */
  noneLabel?: string
}

/** The value is an id as text or null. */
export function RecordSelect<T extends { id: number; name: string }>({
  list,
  noneLabel,
  ...props
}: RecordSelectProps<T>) {
  const { t } = useTranslation('words')
  const items = list.use((state) => state.items)
  // They may have been made in another window since the select was last shown.
  useEffect(() => void list.refresh(), [list])
  const choices = items.map(({ id, name }) => ({ value: String(id), label: name }))
  if (noneLabel === undefined) {
    return <Select searchable clearable data={choices} nothingFoundMessage={t('noOptions')} {...props} />
  }
  return (
    <Select
      searchable
      allowDeselect={false}
      data={[{ value: '', label: noneLabel }, ...choices]}
      nothingFoundMessage={t('noOptions')}
      {...props}
      value={props.value ?? ''}
      onChange={(id, option) => props.onChange?.(id || null, option)}
    />
  )
}
