// Chooses one record of a short list that is loaded whole, or none.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WholeList } from '#platform/whole-list.ts'

interface RecordSelectProps<T extends { id: number; name: string }> extends Omit<SelectProps, 'data' | 'list'> {
  list: WholeList<T>
}

/** The value is an id as text or null. */
export const RecordSelect = <T extends { id: number; name: string }>({ list, ...props }: RecordSelectProps<T>) => {
  const { t } = useTranslation('words')
  const items = list.use((state) => state.items)
  // They may have been made in another window since the select was last shown.
  useEffect(() => void list.refresh(), [list])
  return (
    <Select
      searchable
      clearable
      allowDeselect
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={t('noOptions')}
      {...props}
    />
  )
}
