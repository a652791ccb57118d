// The own second factor: whether it is on, setting it up, its recovery codes, switching it off.
import { useCallback, useEffect, useState } from 'react'
import { Badge, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showSecondFactor as showState, type SecondFactorState } from '@guiche/shared/features/org/second-factor.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { formatDate } from '#platform/text/format.ts'
import { RemoveForm, RenewForm } from './ChangeForms.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetupForm } from './SetupForm.tsx'
import { showSecondFactor, useSecondFactor } from './second-factor.store.ts'

type Step = 'state' | 'setup' | 'renew' | 'remove' | { codes: string[] }

interface OverviewProps {
  state: SecondFactorState
  onStep: (step: Step) => void
}

function Overview({ state: { since, recoveryCodesLeft }, onStep }: OverviewProps) {
  const { t } = useTranslation('secondFactor')
  if (since === null) {
    return (
      <Stack gap="md" align="flex-start">
        <Badge color="gray">{t('off')}</Badge>
        <Text size="sm">{t('offText')}</Text>
        <Button onClick={() => onStep('setup')}>{t('start')}</Button>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Badge color="teal">{t('on', { date: formatDate(since) })}</Badge>
      <Text size="sm">{t('left', { count: recoveryCodesLeft })}</Text>
      <Button variant="default" onClick={() => onStep('renew')}>
        {t('renew')}
      </Button>
      <Button variant="light" color="red" onClick={() => onStep('remove')}>
        {t('remove')}
      </Button>
    </Stack>
  )
}

function Content() {
  const { t } = useTranslation('secondFactor')
  const { email } = useUser()
  const [state, setState] = useState<SecondFactorState | null>(null)
  const [step, setStep] = useState<Step>('state')
  const load = useCallback(() => void call(showState).then(setState, notify.error), [])
  useEffect(load, [load])
  const back = () => {
    setStep('state')
    load()
  }
  const showCodes = (codes: string[]) => setStep({ codes })
  if (typeof step === 'object') return <RecoveryCodes codes={step.codes} email={email} onDone={back} />
  if (step === 'setup') return <SetupForm onConfirmed={showCodes} onCancel={back} />
  if (step === 'renew') return <RenewForm onCodes={showCodes} onCancel={back} />
  if (step === 'remove') {
    const removed = () => {
      notify.success(t('turnedOff'))
      back()
    }
    return <RemoveForm onRemoved={removed} onCancel={back} />
  }
  return (
    <Stack gap="lg">
      {state === null ? <Skeleton height={120} /> : <Overview state={state} onStep={setStep} />}
      <PasskeySection />
    </Stack>
  )
}

export function SecondFactorDialog() {
  const { t } = useTranslation('secondFactor')
  const isOpen = useSecondFactor((state) => state.isOpen)
  // Whoever signs in next does not find it open.
  useEffect(() => () => showSecondFactor(false), [])
  return (
    <Modal
      opened={isOpen}
      onClose={() => showSecondFactor(false)}
      title={t('title')}
      // Codes that are shown once do not go with a click beside them.
      closeOnClickOutside={false}
    >
      <Content />
    </Modal>
  )
}
