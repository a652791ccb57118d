// In the browser: a passkey signs the desktop app in that opened this page. Whoever is signed in here stays signed in.
import { useState } from 'react'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { errorText } from '#platform/net/error-text.ts'
import { codeForApp } from '#platform/session/second-step.ts'
import { isPasskeyCancelled } from '#features/org/second-factor/PasskeyButton.tsx'
import { usePasskeySupport } from '#features/org/second-factor/use-passkey-support.ts'
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

function Picking({ challenge, onCode }: { challenge: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('passkeys')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const pick = async () => {
    setBusy(true)
    setError(null)
    try {
      onCode(await codeForApp(challenge))
    } catch (refused) {
      setBusy(false)
      setError(refused)
    }
  }
  return (
    <Stack gap="md">
      {error !== null && (
        <Alert color={isPasskeyCancelled(error) ? 'gray' : 'red'} variant="light" role="alert">
          {isPasskeyCancelled(error) ? t('cancelled') : errorText(error)}
        </Alert>
      )}
      <Button fullWidth loading={isBusy} leftSection={<IconFingerprint size={18} />} onClick={() => void pick()}>
        {t('use')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('appNotYou')}
      </Text>
    </Stack>
  )
}

export function AppLoginPage() {
  const { t } = useTranslation('passkeys')
  const [search] = useSearchParams()
  const challenge = search.get('challenge') ?? ''
  const support = usePasskeySupport()
  const [code, setCode] = useState<string | null>(null)
  const open = (made: string) => {
    setCode(made)
    window.location.href = appLink(made)
  }
  const isWrong = !/^[\w-]{43}$/.test(challenge)
  const cannot = support === 'elsewhere' || support === 'nowhere'
  return (
    <AuthFrame title={t('appTitle')} text={t('appText')}>
      {code !== null && <Ready code={code} />}
      {code === null && (isWrong || cannot) && (
        <Alert color="yellow" variant="light" role="alert">
          {t(isWrong ? 'appLinkWrong' : 'unavailable')}
        </Alert>
      )}
      {code === null && !isWrong && support === 'here' && <Picking challenge={challenge} onCode={open} />}
    </AuthFrame>
  )
}
