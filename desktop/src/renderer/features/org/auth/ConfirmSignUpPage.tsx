// What the link of a sign-up opens: a button that makes the company. Programs that look into mails press none.
import { useState } from 'react'
import { Alert, Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { confirmSignUp, trialDays } from '@guiche/shared/features/org/companies.ts'
import { notify } from '#platform/device/notify.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { AuthFrame } from './AuthFrame.tsx'

export function ConfirmSignUpPage() {
  const { t } = useTranslation('auth')
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await call(confirmSignUp, { body: { token } })
      notify.success(t('confirmDone'))
      void navigate(pages.login)
    } catch (refused) {
      setBusy(false)
      setError(refused)
    }
  }
  // Whoever opens the link again has an account by then.
  const isDone = hasCode(error, 'ERR_EMAIL_ALREADY_EXISTS')
  // Nothing comes of another try with the same link.
  const isOver = hasCode(error, 'ERR_SIGN_UP_LINK_INVALID') || hasCode(error, 'ERR_COMPANY_NAME_ALREADY_EXISTS')
  return (
    <AuthFrame
      title={t('confirmTitle')}
      text={t('confirmText', { days: trialDays })}
      foot={
        isOver
          ? { question: t('confirmAgain'), link: t('toSignup'), to: pages.signUp }
          : { question: t('haveAccount'), link: t('toLogin'), to: pages.login }
      }
    >
      <Stack gap="md">
        {error !== null && (
          <Alert color={isDone ? 'teal' : 'red'} variant="light" role="alert">
            {isDone ? t('confirmedBefore') : errorText(error)}
          </Alert>
        )}
        {!isDone && !isOver && (
          <Button fullWidth loading={isBusy} onClick={() => void confirm()}>
            {t('confirmButton')}
          </Button>
        )}
      </Stack>
    </AuthFrame>
  )
}
