// In the browser: a passkey signs the desktop app in that opened this page. Whoever is signed in here stays signed in.
import { useState } from 'react'
import { Alert, Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AppPasskey } from '#features/org/second-factor/AppPasskey.tsx'
import { AuthFrame } from './AuthFrame.tsx'

/** The address that only the app on this computer opens. */
const appLink = (code: string): string => `guiche://login/${code}`

function Ready({ code }: { code: string }) {
  const { t } = useTranslation('passkeys')
  return (
    <Stack gap="md">
      <Alert color="teal" variant="light" role="status">
        {t('appReady')}
      </Alert>
      <Button component="a" href={appLink(code)} variant="default" fullWidth>
        {t('openApp')}
      </Button>
    </Stack>
  )
}

export function AppLoginPage() {
  const { t } = useTranslation('passkeys')
  const [search] = useSearchParams()
  const [code, setCode] = useState<string | null>(null)
  const open = (made: string) => {
    setCode(made)
    window.location.href = appLink(made)
  }
  return (
    <AuthFrame title={t('appTitle')} text={t('appText')}>
      {code === null ? <AppPasskey challenge={search.get('challenge') ?? ''} onCode={open} /> : <Ready code={code} />}
    </AuthFrame>
  )
}
