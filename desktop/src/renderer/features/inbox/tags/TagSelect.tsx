// Chooses tags in a field: those that something has, or those that a list is to show.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import { ensureTags, useTags } from './tags.store.ts'

interface TagSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  value: TagBrief[]
  onChange: (tags: TagBrief[]) => void
}

export function TagSelect({ value, onChange, placeholder, ...props }: TagSelectProps) {
  const { t } = useTranslation('words')
  const tags = useTags(({ items }) => items)
  const known = new Map([...value, ...tags].map(({ id, name, color }) => [String(id), { id, name, color }]))
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('noOptions')}
      {...props}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={[...known].map(([id, { name }]) => ({ value: id, label: name }))}
      value={value.map(({ id }) => String(id))}
      onDropdownOpen={() => void ensureTags()}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
    />
  )
}
