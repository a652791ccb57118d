// After the registration where the address is confirmed first: where the link went, and the way back to the form.
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { AuthFrame } from './AuthFrame.tsx'

export function ConfirmationSent({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame
      title={t('checkMailTitle')}
      text={t('checkMailText', { email })}
      foot={{ question: t('haveAccount'), link: t('toLogin'), to: pages.login }}
    >
      <Text size="sm" mb="md">
        {t('checkMailHint')}
      </Text>
      <Button variant="default" fullWidth onClick={onBack}>
        {t('checkMailBack')}
      </Button>
    </AuthFrame>
  )
}
