// Signs in with a passkey, where there can be one: on this page, or from the desktop app in the system's browser.
import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { browserLoginEnded } from '#bridge/login-channels.ts'
import { notify } from '#platform/device/notify.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { cancelBrowserLogin, signInByBrowser, signInWithPasskey } from '#platform/session/second-step.ts'
import { usePasskeySupport } from './use-passkey-support.ts'

/** Whoever closes the dialog of the browser, or does not come back from it, has done nothing wrong. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'NotAllowedError') || hasCode(error, browserLoginEnded)

/** While the browser is open; it may be left. */
function BrowserWait() {
  const { t } = useTranslation(['passkeys', 'words'])
  return (
    <Stack gap={4} align="center">
      <Text size="sm" role="status" ta="center">
        {t('inBrowser')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => void cancelBrowserLogin()}>
        {t('words:cancel')}
      </Button>
    </Stack>
  )
}

interface PasskeyButtonProps {
  /** Beside a code that is asked for, instead of a password. */
  isSecondStep?: boolean
  onDone: (user: SessionUser) => void
}

export function PasskeyButton({ isSecondStep = false, onDone }: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys')
  const support = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  if (support !== 'here' && support !== 'browser') return null
  const enter = async () => {
    setBusy(true)
    try {
      onDone(await (support === 'browser' ? signInByBrowser() : signInWithPasskey()))
    } catch (error) {
      setBusy(false)
      if (isPasskeyCancelled(error)) notify.info(t('cancelled'))
      else notify.error(error)
    }
  }
  return (
    <>
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<IconFingerprint size={18} />}
        // A field that is left by it would ask for what is not needed here.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void enter()}
      >
        {t(isSecondStep ? 'use' : 'signIn')}
      </Button>
      {isBusy && support === 'browser' && <BrowserWait />}
    </>
  )
}
