// The login: e-mail and password, with the words of the specification for what is wrong.
import { useState } from 'react'
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { emailAddress } from '@guiche/shared/features/org/users.ts'
import { challengeValue } from '@guiche/shared/features/org/second-factor.ts'
import { ApiError, hasCode } from '#platform/net/api-error.ts'
import { notify } from '#platform/device/notify.ts'
import { daysLeft } from '#platform/session/days-left.ts'
import { signIn } from '#platform/session/session.ts'
import { readTakeOverNote } from '#platform/session/take-over-note.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { PasskeyButton } from '#features/org/second-factor/PasskeyButton.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { TakeOverAlert } from './TakeOverAlert.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { DemandedFactorForm } from './DemandedFactorForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { focusFirstError } from './focus-first-error.ts'

/** Days before the end of the subscription from which people are warned at login. */
const warnUnder = 5

function warnOfEnd(user: SessionUser): void {
  const days = daysLeft(user)
  if (days !== null && days >= 0 && days < warnUnder) notify.warning(i18next.t('auth:subscriptionExpires', { days }))
}

/** What follows on a right password: a code, or a second factor that has to be set up. */
interface SecondStep {
  challenge: string
  isSetup: boolean
}

/** What a server asks for beside the password, or null. */
function secondStepOf(error: unknown): SecondStep | null {
  const isSetup = hasCode(error, 'ERR_SECOND_FACTOR_SETUP_REQUIRED')
  if (!isSetup && !hasCode(error, 'ERR_SECOND_FACTOR_REQUIRED')) return null
  return { challenge: String((error as ApiError).values[challengeValue]), isSetup }
}

/** Refusals of whoever knows the password. */
const rightPassword = new Set(['ERR_COMPANY_INACTIVE', 'ERR_OUTSIDE_HOURS', 'ERR_ON_LEAVE'])

const schema = z.object({ email: emailAddress, password: z.string().min(1) })

export function LoginPage() {
  const { t } = useTranslation('auth')
  const [note] = useState(readTakeOverNote)
  const form = useDraftForm({ initialValues: { email: note?.email ?? '', password: '' }, schema })
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<SecondStep | null>(null)

  const refuse = (error: unknown, event: { target: EventTarget } | undefined) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404) {
      form.setFieldError('email', t('userNotFound'))
      notify.error(t('userNotFound'))
    } else if (status === 401 && !rightPassword.has((error as ApiError).code)) {
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
        warnOfEnd(await signIn(email.trim(), password))
      } catch (error) {
        setBusy(false)
        const asked = secondStepOf(error)
        if (asked === null) return refuse(error, event)
        form.setFieldValue('password', '')
        setStep(asked)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  if (step !== null) {
    const back = (reason?: unknown) => {
      setStep(null)
      if (reason !== undefined) notify.error(reason)
    }
    const shared = { challenge: step.challenge, onBack: back, onDone: warnOfEnd }
    return step.isSetup ? (
      <DemandedFactorForm email={form.values.email} {...shared} />
    ) : (
      <SecondFactorForm {...shared} />
    )
  }
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
          <PasskeyButton onDone={warnOfEnd} />
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
