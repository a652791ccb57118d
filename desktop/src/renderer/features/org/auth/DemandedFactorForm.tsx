// A login at which the second factor that is demanded is set up, and its recovery codes are shown once.
import { useEffect, useState } from 'react'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { startDemandedSecondFactor, type SecondFactorSetup } from '@guiche/shared/features/org/second-factor.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { finishSetup } from '#platform/session/second-step.ts'
import { RecoveryCodes } from '#features/org/second-factor/RecoveryCodes.tsx'
import { CodeForm } from '#features/org/second-factor/SetupForm.tsx'
import { AuthFrame } from './AuthFrame.tsx'

interface DemandedFactorFormProps {
  challenge: string
  email: string
  /** With the reason when the time is over. */
  onBack: (reason?: unknown) => void
  onDone: (user: SessionUser) => void
}

type Done = Awaited<ReturnType<typeof finishSetup>>

export function DemandedFactorForm({ challenge, email, onBack, onDone }: DemandedFactorFormProps) {
  const { t } = useTranslation('secondFactor')
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  useEffect(() => {
    let isShown = true
    call(startDemandedSecondFactor, { body: { challenge } }).then(
      (made) => isShown && setSetup(made),
      (error: unknown) => isShown && onBack(error)
    )
    return () => {
      isShown = false
    }
    // Once for each challenge: a second call would make the code on the screen a wrong one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [challenge])
  const tryCode = async (code: string) => {
    try {
      setDone(await finishSetup(challenge, code))
    } catch (error) {
      if (!hasCode(error, 'ERR_SECOND_FACTOR_EXPIRED')) throw error
      onBack(error)
    }
  }
  if (done !== null) {
    return (
      <AuthFrame title={t('title')} text={t('demandedDone')}>
        <RecoveryCodes codes={done.recoveryCodes} email={email} onDone={() => onDone(done.enter())} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('title')} text={t('demandedText')}>
      {setup === null ? (
        <Skeleton height={320} />
      ) : (
        <CodeForm setup={setup} onCode={tryCode} onCancel={() => onBack()} />
      )}
    </AuthFrame>
  )
}
