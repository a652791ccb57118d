// Finds a contact from the third letter on, or makes a new one in place.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loader, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { digitsOf, formatPhone, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { useMay } from '#platform/session/session.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { contactLabel, useContactSearch, type FoundContact } from './use-contact-search.ts'

const newContact = 'new'

interface ContactSelectProps {
  value: FoundContact | null
  onChange: (contact: FoundContact | null) => void
  /** Called when a contact was made here, before it is chosen. */
  onCreated?: () => void
  error: string | undefined
  /** Somebody a card names; found by number, or offered as a new contact. */
  person?: { name: string; number: string } | undefined
}

export function ContactSelect({ value, onChange, onCreated, error, person }: ContactSelectProps) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState(value === null ? '' : contactLabel(value))
  const [isAdding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isChosen = value !== null && text === contactLabel(value)
  const mayWrite = useMay('contacts-page:write')
  const { found, phase, error: failure } = useContactSearch(isChosen ? '' : text)

  // Somebody of a card may be known already.
  const choose = useEffectEvent(onChange)
  const number = digitsOf(person?.number ?? '')
  useEffect(() => {
    if (number === '') return undefined
    let isCurrent = true
    call(listContacts, { query: { searchParam: number.slice(-8), pageNumber: 1 } }).then(
      ({ contacts }) => {
        const known = contacts.find((contact) => spellingsOf(number).includes(contact.number))
        if (!isCurrent) return
        if (known) choose(known)
        else setAdding(mayWrite)
      },
      () => isCurrent && setAdding(mayWrite)
    )
    return () => {
      isCurrent = false
    }
  }, [number, mayWrite])

  const options = [...(value && isChosen ? [value] : found)].map((contact) => ({
    value: String(contact.id),
    label: contactLabel(contact)
  }))
  const offersNew = mayWrite && (phase === 'ready' || phase === 'failed')
  const data = offersNew
    ? [...options, { value: newContact, label: t('createContact', { text: text.trim() }) }]
    : options
  const hint = phase === 'failed' ? errorText(failure) : phase === 'idle' && !isChosen ? t('contactHint') : undefined
  const isNumber = digitsOf(text).length >= 8
  return (
    <>
      <Select
        ref={input}
        label={t('contact')}
        withAsterisk
        searchable
        clearable
        data={data}
        filter={({ options: all }) => all}
        value={value === null ? null : String(value.id)}
        onChange={(chosen) => {
          if (chosen === newContact) setAdding(true)
          else onChange(found.find(({ id }) => String(id) === chosen) ?? (chosen === null ? null : value))
        }}
        searchValue={text}
        onSearchChange={setText}
        placeholder={t('contactPlaceholder')}
        description={hint}
        error={error}
        rightSection={phase === 'loading' ? <Loader size={16} /> : undefined}
        nothingFoundMessage={phase === 'loading' ? t('searching') : undefined}
        data-autofocus={value === null ? true : undefined}
      />
      {isAdding && (
        <ContactDialog
          initial={{
            name: person?.name ?? (isNumber ? '' : text.trim()),
            number: person?.number ?? (isNumber ? formatPhone(typedNumber(text)) : '')
          }}
          onSaved={(saved) => {
            onCreated?.()
            onChange(saved)
          }}
          onClose={() => {
            setAdding(false)
            input.current?.focus()
          }}
        />
      )}
    </>
  )
}
