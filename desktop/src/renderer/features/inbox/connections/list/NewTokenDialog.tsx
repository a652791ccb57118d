// Asks before a token of a connection is made, and for the own password where the login is not fresh.
import { useState } from 'react'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { renewToken, tokenRenewal } from '@guiche/shared/features/inbox/connection-token.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'

const fieldOfCode = {
  ERR_CURRENT_PASSWORD_REQUIRED: 'currentPassword',
  ERR_CURRENT_PASSWORD_WRONG: 'currentPassword'
}

interface NewTokenDialogProps {
  connection: Connection
  /** There is one already, which stops working. */
  isReplacing: boolean
  onMade: (token: string) => void
  onClose: () => void
}

export function NewTokenDialog({ connection, isReplacing, onMade, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('connections')
  const [asksForPassword, setAsksForPassword] = useState(false)
  const form = useDraftForm({ initialValues: { currentPassword: '' }, schema: tokenRenewal })
  const submit = async ({ currentPassword }: typeof form.values) => {
    try {
      const { token } = await call(renewToken, { params: { id: connection.id }, body: { currentPassword } })
      onMade(token)
    } catch (error) {
      if (error instanceof ApiError && error.code in fieldOfCode) setAsksForPassword(true)
      throw error
    }
  }
  return (
    <FormDialog
      title={t(isReplacing ? 'tokenOtherTitle' : 'tokenTitle')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={fieldOfCode}
      submitLabel={t(isReplacing ? 'tokenMakeOther' : 'tokenMake')}
      size="sm"
    >
      <Text>{t(isReplacing ? 'tokenOtherText' : 'tokenText', { name: connection.name })}</Text>
      {asksForPassword && (
        <PasswordField
          label={t('tokenPassword')}
          withAsterisk
          description={t('tokenPasswordHint')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
    </FormDialog>
  )
}
