// A forgotten password in two steps: the e-mail, then the code that came by mail with the new password.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetEmailForm } from './ResetEmailForm.tsx'

export function ForgotPasswordPage() {
  const { t } = useTranslation('auth')
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  return (
    <AuthFrame
      title={t(isSent ? 'codeTitle' : 'forgotTitle')}
      text={isSent ? t('codeText', { email }) : t('forgotText')}
      foot={{ question: t('haveAccount'), link: t('toLogin'), to: pages.login }}
    >
      {isSent ? (
        <NewPasswordForm email={email} onOtherEmail={() => setSent(false)} />
      ) : (
        <ResetEmailForm
          initialEmail={email}
          onSent={(address) => {
            setEmail(address)
            setSent(true)
          }}
        />
      )}
    </AuthFrame>
  )
}
