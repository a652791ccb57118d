// Name and password of whoever accepts, and the address where the link says none; then they are signed in.
import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { acceptInvitation, invitationForm } from '@guiche/shared/features/org/invitations.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { signIn } from '#platform/session/session.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { focusFirstError } from './focus-first-error.ts'

const fieldOfCode = { ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_PASSWORD_TOO_WEAK: 'password' }

export function AcceptForm({ token, email }: { token: string; email: string | null }) {
  const { t } = useTranslation(['invitations', 'auth'])
  const navigate = useNavigate()
  const passwordHint = usePasswordHint()
  const [isBusy, setBusy] = useState(false)
  const form = useDraftForm({ initialValues: { name: '', email: email ?? '', password: '' }, schema: invitationForm })
  const submit = form.onSubmit(
    async (values, event) => {
      setBusy(true)
      let account = values.email
      try {
        account = (await call(acceptInvitation, { body: { token, ...values } })).email
      } catch (error) {
        setBusy(false)
        notify.error(error)
        if (showRefusal(form, error, fieldOfCode).length > 0) focusFirstError(event)
        return
      }
      try {
        await signIn(account, values.password)
      } catch {
        // The link is used up: whoever tried again here would hear that it is no longer good.
        notify.success(t('done'))
        void navigate(pages.login)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('auth:userName')}
          autoComplete="name"
          autoFocus
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('auth:email')}
          type="email"
          autoComplete="username"
          readOnly={email !== null}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('auth:password')}
          description={passwordHint}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isBusy} mt="xs">
          {t('accept')}
        </Button>
      </Stack>
    </form>
  )
}
