// A passkey that is used in the browser for the desktop app: the code for the app, or why there is none.
import { useState } from 'react'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { codeForApp } from '#platform/session/second-step.ts'
import { isPasskeyCancelled } from './PasskeyButton.tsx'
import { usePasskeySupport } from './use-passkey-support.ts'

function Refused({ text }: { text: string }) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      {text}
    </Alert>
  )
}

interface AppPasskeyProps {
  /** What the app has made, as the address brings it. */
  challenge: string
  onCode: (code: string) => void
}

export function AppPasskey({ challenge, onCode }: AppPasskeyProps) {
  const { t } = useTranslation('passkeys')
  const support = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!/^[\w-]{43}$/.test(challenge)) return <Refused text={t('appLinkWrong')} />
  if (support === 'elsewhere' || support === 'nowhere') return <Refused text={t('unavailable')} />
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
      <Button
        fullWidth
        loading={isBusy}
        disabled={support === null}
        leftSection={<IconFingerprint size={18} />}
        onClick={() => void pick()}
      >
        {t('use')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('appNotYou')}
      </Text>
    </Stack>
  )
}
