// The second step of the login: the code of the app, or a recovery code.
import { useState } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { notify } from '#platform/device/notify.ts'
import { finishSignIn } from '#platform/session/second-step.ts'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { PasskeyButton } from '#features/org/second-factor/PasskeyButton.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { focusFirstError } from './focus-first-error.ts'

const schema = z.object({ code: z.string().trim().min(1).max(40) })

interface SecondFactorFormProps {
  challenge: string
  /** With the reason when the time is over. */
  onBack: (reason?: unknown) => void
  onDone: (user: SessionUser) => void
}

export function SecondFactorForm({ challenge, onBack, onDone }: SecondFactorFormProps) {
  const { t } = useTranslation('secondFactor')
  const [isBusy, setBusy] = useState(false)
  const [isRecovery, setRecovery] = useState(false)
  const form = useDraftForm({ initialValues: { code: '' }, schema })
  const submit = form.onSubmit(
    async ({ code }, event) => {
      setBusy(true)
      try {
        onDone(await finishSignIn(challenge, code.trim()))
      } catch (error) {
        setBusy(false)
        if (hasCode(error, 'ERR_SECOND_FACTOR_EXPIRED')) return onBack(error)
        if (showRefusal(form, error, { ERR_SECOND_FACTOR_CODE_WRONG: 'code' }).length > 0) focusFirstError(event)
        notify.error(error)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  const change = () => {
    setRecovery(!isRecovery)
    form.reset()
  }
  return (
    <AuthFrame title={t('title')} text={t(isRecovery ? 'recoveryText' : 'loginText')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            key={String(isRecovery)}
            label={t(isRecovery ? 'recoveryCode' : 'code')}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            spellCheck={false}
            autoFocus
            {...form.getInputProps('code')}
          />
          <Button type="submit" fullWidth loading={isBusy}>
            {t('verify')}
          </Button>
          <PasskeyButton isSecondStep onDone={onDone} />
          <Group justify="space-between">
            <Button variant="subtle" size="compact-sm" onClick={() => onBack()}>
              {t('back')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={change}>
              {t(isRecovery ? 'useApp' : 'useRecovery')}
            </Button>
          </Group>
        </Stack>
      </form>
    </AuthFrame>
  )
}
