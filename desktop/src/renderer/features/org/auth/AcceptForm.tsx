// Name and password of whoever accepts, and the address where the link says none; then they are signed in.
import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { acceptInvitation, invitationForm } from '@guiche/shared/features/org/invitations.ts'
import { call } from '#platform/net/http.ts'
import { NewPasswordField } from '#ui/forms/NewPasswordField.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { focusFirstError } from './focus-first-error.ts'
import { useNewAccount } from './use-new-account.ts'

const fieldOfCode = { ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_PASSWORD_TOO_WEAK: 'password' }

export function AcceptForm({ token, email }: { token: string; email: string | null }) {
  const { t } = useTranslation(['invitations', 'auth'])
  const { policy, hint } = usePasswordHint()
  const form = useDraftForm({ initialValues: { name: '', email: email ?? '', password: '' }, schema: invitationForm })
  // The link is used up once the account is made.
  const { isBusy, submit } = useNewAccount({ form, fieldOfCode, doneText: t('done') })
  const accept = async (values: typeof form.values) =>
    (await call(acceptInvitation, { body: { token, ...values } })).email
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values, event) => submit(event, values.password, () => accept(values)),
        (_errors, _values, event) => focusFirstError(event)
      )}
    >
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
        <NewPasswordField
          label={t('auth:password')}
          policy={policy}
          description={hint}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isBusy} mt="xs">
          {t('accept')}
        </Button>
      </Stack>
    </form>
  )
}
