// The login: e-mail and password, with the words of the specification for what is wrong.
import { useState } from 'react'
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { emailAddress } from '@guiche/shared/features/org/users.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { notify } from '#platform/device/notify.ts'
import { daysLeft } from '#platform/session/days-left.ts'
import { signIn } from '#platform/session/session.ts'
import { readTakeOverNote } from '#platform/session/take-over-note.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { TakeOverAlert } from './TakeOverAlert.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { focusFirstError } from './focus-first-error.ts'

/** Days before the end of the subscription from which people are warned at login. */
const warnUnder = 5

const schema = z.object({ email: emailAddress, password: z.string().min(1) })

export function LoginPage() {
  const { t } = useTranslation('auth')
  const [note] = useState(readTakeOverNote)
  const form = useDraftForm({ initialValues: { email: note?.email ?? '', password: '' }, schema })
  const [isBusy, setBusy] = useState(false)

  const refuse = (error: unknown, event: { target: EventTarget } | undefined) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404) {
      form.setFieldError('email', t('userNotFound'))
      notify.error(t('userNotFound'))
    } else if (status === 401 && (error as ApiError).code !== 'ERR_COMPANY_INACTIVE') {
      const isEither = error instanceof ApiError && error.fields['email'] !== undefined
      const text = t(isEither ? 'wrongEmailOrPassword' : 'wrongPassword')
      if (isEither) form.setFieldError('email', text)
      form.setFieldError('password', text)
      notify.error(text)
    } else if (error instanceof ApiError && error.code !== '') notify.error(error)
    else notify.error(t('loginFailed'))
    focusFirstError(event)
  }
  const submit = form.onSubmit(
    async ({ email, password }, event) => {
      setBusy(true)
      try {
        const user = await signIn(email.trim(), password)
        const days = daysLeft(user)
        if (days !== null && days >= 0 && days < warnUnder) notify.warning(t('subscriptionExpires', { days }))
      } catch (error) {
        setBusy(false)
        refuse(error, event)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  return (
    <AuthFrame
      title={t('loginTitle')}
      text={t('loginText')}
      foot={{ question: t('noAccount'), link: t('toSignup'), to: pages.signUp }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {note && <TakeOverAlert by={note.by} />}
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            autoFocus={note === null}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            autoFocus={note !== null}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={isBusy} mt="xs">
            {t('login')}
          </Button>
          <Group justify="center">
            <Anchor component={Link} to={pages.forgotPassword} size="sm">
              {t('forgot')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AuthFrame>
  )
}
