// The public registration of a company, with the plan it starts on.
import { useEffect, useState } from 'react'
import dayjs from 'dayjs'
import { Alert, Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { signUp, signUpForm, trialDays } from '@guiche/shared/features/org/companies.ts'
import { listPlans, type Plan } from '@guiche/shared/features/org/plans.ts'
import { formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { maskPhone } from './phone-mask.ts'

const initialValues = { name: '', email: '', phone: '', password: '', confirmPassword: '', planId: '' }

const fieldOfCode = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_COMPANY_INVALID_NAME: 'name',
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
  ERR_PASSWORD_TOO_WEAK: 'password'
}

/** The plans on offer; they are fetched without credentials. */
function usePlans() {
  const [plans, setPlans] = useState<Plan[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const ask = () => void call(listPlans, undefined, { credentials: false }).then(setPlans, () => setFailed(true))
  useEffect(ask, [])
  const load = () => {
    setFailed(false)
    ask()
  }
  return { plans, hasFailed, load }
}

export function SignUpPage() {
  const { t } = useTranslation(['auth', 'subscription', 'validation', 'words'])
  const navigate = useNavigate()
  const language = useLocalValue('language')
  const passwordHint = usePasswordHint()
  const { plans, hasFailed, load } = usePlans()
  const [isBusy, setBusy] = useState(false)
  const form = useDraftForm({
    initialValues,
    schema: signUpForm,
    check: (values): Record<string, string> =>
      values.confirmPassword === '' && values.password !== '' ? { confirmPassword: t('validation:required') } : {}
  })
  const chosen = plans?.find(({ id }) => String(id) === form.values.planId)

  const submit = form.onSubmit(
    async (values, event) => {
      setBusy(true)
      try {
        await call(signUp, {
          body: {
            ...values,
            recurrence: 'MENSAL',
            dueDate: dayjs().add(trialDays, 'day').toISOString(),
            status: true,
            campaignsEnabled: true,
            language
          }
        })
        notify.success(t('signupDone'))
        void navigate(pages.login)
      } catch (error) {
        setBusy(false)
        notify.error(error)
        if (showRefusal(form, error, fieldOfCode).length > 0) focusFirstError(event)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  return (
    <AuthFrame
      title={t('signupTitle')}
      text={t('signupText', { days: trialDays })}
      foot={{ question: t('haveAccount'), link: t('toLogin'), to: pages.login }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('companyName')}
            autoComplete="organization"
            autoFocus
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
          <PasswordField
            label={t('password')}
            description={passwordHint}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('confirmPassword')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <Select
            label={t('plan')}
            placeholder={t('planPlaceholder')}
            data={(plans ?? []).map(({ id, name, value }) => ({
              value: String(id),
              label: t('planOption', { name, price: formatMoney(value) })
            }))}
            nothingFoundMessage={t('words:noOptions')}
            {...form.getInputProps('planId')}
          />
          {chosen && (
            <Text size="xs" c="dimmed" mt={-8}>
              {[
                t('subscription:usersCount', { count: chosen.users }),
                t('subscription:connectionsCount', { count: chosen.connections }),
                t('subscription:queuesCount', { count: chosen.queues })
              ].join(' · ')}
            </Text>
          )}
          <Text size="xs" c="dimmed" mt={-8}>
            {t('planTerms', { days: trialDays })}
          </Text>
          {hasFailed && (
            <Alert color="red" variant="light">
              {t('plansFailed')}{' '}
              <Button size="compact-xs" variant="subtle" color="red" onClick={load}>
                {t('words:retry')}
              </Button>
            </Alert>
          )}
          <Button type="submit" fullWidth loading={isBusy} mt="xs">
            {t('signup')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
