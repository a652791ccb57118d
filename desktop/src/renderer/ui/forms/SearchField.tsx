// The search field of a page: `/` puts the cursor there, Escape empties it.
import { useRef } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShortcutKeys } from '../keys/use-shortcut-keys.ts'

interface SearchFieldProps {
  value: string
  onChange: (text: string) => void
  label: string
  /** False where `/` means something else. */
  hasHotkey?: boolean
  /** The cursor is in it from the beginning. */
  autoFocus?: boolean
}

export function SearchField({ value, onChange, label, hasHotkey = true, autoFocus = false }: SearchFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const focus = () => field.current?.focus()
  // Where the slash shares a key with a digit it is typed with shift.
  useShortcutKeys(
    hasHotkey
      ? [
          ['/', focus],
          ['shift+/', focus]
        ]
      : []
  )
  return (
    <TextInput
      ref={field}
      type="search"
      autoFocus={autoFocus}
      flex={1}
      miw={0}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation()
          onChange('')
        }
      }}
      aria-label={label}
      placeholder={t('searchPlaceholder')}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSection={
        value === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('clear')}
            onClick={() => {
              onChange('')
              focus()
            }}
          />
        )
      }
    />
  )
}
