// Chooses several contacts: those at hand stand first, all others are found by name or number.
import { useState } from 'react'
import { Loader, MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { contactLabel, useContactSearch, type FoundContact } from './use-contact-search.ts'

interface ContactPickerProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  /** Offered before anything is typed. */
  atHand: FoundContact[]
  isOffered: (contact: FoundContact) => boolean
  /** Ids as text. */
  value?: string[]
  onChange?: (ids: string[]) => void
}

export function ContactPicker({ atHand, isOffered, onChange, description, ...props }: ContactPickerProps) {
  const { t } = useTranslation(['contacts', 'words'])
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundContact[]>([])
  const { found, phase, error } = useContactSearch(text)
  const search = text.trim().toLowerCase()
  const near = atHand.filter((contact) => contactLabel(contact).toLowerCase().includes(search))
  const people = new Map([...chosen, ...near, ...found].map((contact) => [String(contact.id), contact]))
  const data = [...people.values()]
    .filter(isOffered)
    .map((contact) => ({ value: String(contact.id), label: contactLabel(contact) }))
  const nothing = { idle: t('pickerType'), loading: t('pickerSearching'), ready: t('words:noOptions'), failed: '' }
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      data={data}
      // The server has found them, maybe by another spelling.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      rightSection={phase === 'loading' ? <Loader size={16} /> : undefined}
      nothingFoundMessage={nothing[phase] || undefined}
      {...props}
      description={phase === 'failed' ? errorText(error) : description}
      onChange={(ids) => {
        setChosen(ids.flatMap((id) => people.get(id) ?? []))
        onChange?.(ids)
      }}
    />
  )
}
