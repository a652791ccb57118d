// The public registration of a company, with the plan it starts on.
import { useState } from 'react'
import dayjs from 'dayjs'
import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { requestSignUp, signUp, signUpForm, trialDays } from '@guiche/shared/features/org/companies.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { NewPasswordField } from '#ui/forms/NewPasswordField.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { ConfirmationSent } from './ConfirmationSent.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { maskPhone } from './phone-mask.ts'
import { PlanField } from './PlanField.tsx'
import { useNewAccount } from './use-new-account.ts'

const initialValues = { userName: '', name: '', email: '', phone: '', password: '', confirmPassword: '', planId: '' }

const fieldOfCode = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_COMPANY_INVALID_NAME: 'name',
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
  ERR_PASSWORD_TOO_WEAK: 'password'
}

export function SignUpPage() {
  const { t } = useTranslation(['auth', 'validation'])
  const language = useLocalValue('language')
  const { policy, hint } = usePasswordHint()
  const form = useDraftForm({
    initialValues,
    schema: signUpForm,
    check: (values): Record<string, string> => ({
      // The contract lets clients leave it out that know nothing of it.
      ...(values.userName.trim() === '' ? { userName: t('validation:required') } : {}),
      ...(values.confirmPassword === '' && values.password !== '' ? { confirmPassword: t('validation:required') } : {})
    })
  })

  /** Where the server confirms addresses: the one that the link went to. */
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  // The company's name is taken once it is made.
  const { isBusy, submit } = useNewAccount({ form, fieldOfCode, doneText: t('signupDone') })
  const register = async (values: typeof form.values) => {
    const dueDate = dayjs().add(trialDays, 'day').toISOString()
    const facts = { recurrence: 'MENSAL' as const, dueDate, status: true, campaignsEnabled: true, language }
    const body = { ...values, ...facts }
    try {
      await call(signUp, { body })
      return values.email
    } catch (error) {
      if (!hasCode(error, 'ERR_SIGN_UP_BY_MAIL')) throw error
      await call(requestSignUp, { body })
      setMailedTo(values.email)
      return null
    }
  }
  if (mailedTo !== null) return <ConfirmationSent email={mailedTo} onBack={() => setMailedTo(null)} />
  return (
    <AuthFrame
      title={t('signupTitle')}
      text={t('signupText', { days: trialDays })}
      foot={{ question: t('haveAccount'), link: t('toLogin'), to: pages.login }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values, event) => submit(event, values.password, () => register(values)),
          (_errors, _values, event) => focusFirstError(event)
        )}
      >
        <Stack gap="md">
          <TextInput
            label={t('userName')}
            autoComplete="name"
            autoFocus
            maxLength={60}
            {...form.getInputProps('userName')}
          />
          <TextInput
            label={t('companyName')}
            autoComplete="organization"
            maxLength={60}
            {...form.getInputProps('name')}
          />
          <TextInput label={t('email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
          <TextInput
            label={t('phone')}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder={t('phonePlaceholder')}
            {...form.getInputProps('phone')}
            onChange={(event) => form.setFieldValue('phone', maskPhone(event.currentTarget.value))}
          />
          <NewPasswordField
            label={t('password')}
            policy={policy}
            description={hint}
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('confirmPassword')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <PlanField value={form.values.planId} input={form.getInputProps('planId')} />
          <Button type="submit" fullWidth loading={isBusy} mt="xs">
            {t('signup')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
