// A field for a key that the server keeps and never tells: left empty it stays, typed it is replaced, and it can be forgotten.
import { Anchor, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './PasswordField.tsx'

interface StoredKeyFieldProps {
  label: string
  /** Said while none is stored. */
  hint: string
  /** Said while one is stored. */
  kept: string
  isStored: boolean
  /** The address was changed to another host: the stored key goes with the next save. */
  isOfOtherHost?: boolean
  /** Null: the stored one is forgotten with the next save. */
  value?: string | null
  onChange?: (value: string | null) => void
  error?: React.ReactNode
  maxLength: number
  /** A whole key file is pasted, in several lines. */
  isFile?: boolean
}

export function StoredKeyField({
  hint,
  kept,
  isStored,
  isOfOtherHost = false,
  value,
  onChange,
  isFile = false,
  ...props
}: StoredKeyFieldProps) {
  const { t } = useTranslation()
  const isForgotten = value === null
  const toggle = isStored && (
    <Anchor component="button" type="button" size="xs" onClick={() => onChange?.(isForgotten ? '' : null)}>
      {t(isForgotten ? 'keepKey' : 'forgetKey')}
    </Anchor>
  )
  const field = {
    ...props,
    value: value ?? '',
    disabled: isForgotten,
    description: isForgotten ? t('keyForgotten') : !isStored ? hint : isOfOtherHost ? t('keyOfOtherHost') : kept,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange?.(event.currentTarget.value)
  }
  return (
    <div>
      {isFile ? (
        <Textarea {...field} autosize minRows={4} maxRows={10} spellCheck={false} />
      ) : (
        <PasswordField {...field} autoComplete="new-password" />
      )}
      {toggle}
    </div>
  )
}
