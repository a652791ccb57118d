// The field for the caller's own password, asked for before something that opens the company to somebody else.
import type { PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './PasswordField.tsx'

/** `description` says for what it is asked, where the general sentence is not enough. */
export function CurrentPasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordField
      label={t('currentPassword')}
      withAsterisk
      description={t('currentPasswordHint')}
      autoComplete="current-password"
      {...props}
    />
  )
}
