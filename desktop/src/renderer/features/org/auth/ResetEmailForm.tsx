// Step 1 of a forgotten password: where the code goes.
import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { forgotPassword } from '@guiche/shared/features/org/auth.ts'
import { emailAddress } from '@guiche/shared/features/org/users.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { focusFirstError } from './focus-first-error.ts'

const schema = z.object({ email: emailAddress })

interface ResetEmailFormProps {
  initialEmail: string
  onSent: (email: string) => void
}

export function ResetEmailForm({ initialEmail, onSent }: ResetEmailFormProps) {
  const { t } = useTranslation('auth')
  const form = useDraftForm({ initialValues: { email: initialEmail }, schema })
  const [isBusy, setBusy] = useState(false)
  const submit = form.onSubmit(
    async (values, event) => {
      const email = values.email.trim().toLowerCase()
      setBusy(true)
      try {
        await call(forgotPassword, { params: { email } })
        notify.success(t('emailSent'))
        onSent(email)
      } catch (error) {
        setBusy(false)
        if (error instanceof ApiError && error.status === 404) {
          form.setFieldError('email', t('emailNotFound'))
          notify.error(t('emailNotFound'))
          focusFirstError(event)
        } else notify.error(error)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput label={t('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <Button type="submit" fullWidth loading={isBusy}>
          {t('sendCode')}
        </Button>
      </Stack>
    </form>
  )
}
