// Signs in with a passkey, where there can be one.
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { notify } from '#platform/device/notify.ts'
import { signInWithPasskey } from '#platform/session/second-step.ts'
import { usePasskeySupport } from './use-passkey-support.ts'

/** Whoever closes the dialog of the browser has done nothing wrong. */
const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError'

interface PasskeyButtonProps {
  /** Beside a code that is asked for, instead of a password. */
  isSecondStep?: boolean
  onDone: (user: SessionUser) => void
}

export function PasskeyButton({ isSecondStep = false, onDone }: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys')
  const support = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  if (support !== 'here') return null
  const enter = async () => {
    setBusy(true)
    try {
      onDone(await signInWithPasskey())
    } catch (error) {
      setBusy(false)
      if (isCancelled(error)) notify.info(t('cancelled'))
      else notify.error(error)
    }
  }
  return (
    <Button
      variant="default"
      fullWidth
      loading={isBusy}
      leftSection={<IconFingerprint size={18} />}
      onClick={() => void enter()}
    >
      {t(isSecondStep ? 'use' : 'signIn')}
    </Button>
  )
}
