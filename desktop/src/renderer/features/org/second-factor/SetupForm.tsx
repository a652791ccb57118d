// Setting the second factor up: the code to scan, the key to type, and a code of the app that proves it works.
import { useEffect, useState } from 'react'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  confirmSecondFactor,
  startSecondFactor,
  type SecondFactorSetup
} from '@guiche/shared/features/org/second-factor.ts'
import { notify } from '#platform/device/notify.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { settleSecondFactor } from '#platform/session/second-step.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { currentPasswordCodes } from '#ui/forms/use-asked-password.ts'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import classes from './second-factor.module.css'

/** Pixels. */
const qrSize = 200

interface SetupFormProps {
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

interface CodeFormProps {
  setup: SecondFactorSetup
  /** Tries the code. */
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** What the app scans, and the code that it shows then. */
export function CodeForm({ setup, onCode, onCancel }: CodeFormProps) {
  const { t } = useTranslation(['secondFactor', 'words'])
  const [isBusy, setBusy] = useState(false)
  const form = useDraftForm({ initialValues: { code: '' }, schema: z.object({ code: z.string().trim().min(1) }) })
  const submit = form.onSubmit(async ({ code }) => {
    setBusy(true)
    try {
      await onCode(code.trim())
    } catch (error) {
      setBusy(false)
      if (showRefusal(form, error, { ERR_SECOND_FACTOR_CODE_WRONG: 'code' }).length === 0) notify.error(error)
    }
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t('scan')}</Text>
        <div className={classes['code']}>
          <QRCodeSVG value={setup.address} size={qrSize} level="M" title={t('qr')} />
        </div>
        <div>
          <Text size="sm">{t('type')}</Text>
          <Text className={classes['key']} aria-label={t('key')} component="output">
            {grouped(setup.secret)}
          </Text>
        </div>
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('words:cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The own password, where the login is not fresh. */
function PasswordForm({ onSetup, onCancel }: { onSetup: (setup: SecondFactorSetup) => void; onCancel: () => void }) {
  const { t } = useTranslation(['secondFactor', 'words'])
  const [isBusy, setBusy] = useState(false)
  const schema = z.object({ currentPassword: z.string().min(1) })
  const form = useDraftForm({ initialValues: { currentPassword: '' }, schema })
  const submit = form.onSubmit(async (body) => {
    setBusy(true)
    try {
      onSetup(await call(startSecondFactor, { body }))
    } catch (error) {
      setBusy(false)
      if (showRefusal(form, error, currentPasswordCodes).length === 0) notify.error(error)
    }
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <CurrentPasswordField autoFocus {...form.getInputProps('currentPassword')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('words:cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function SetupForm({ onConfirmed, onCancel }: SetupFormProps) {
  const [setup, setSetup] = useState<SecondFactorSetup | 'password' | null>(null)
  useEffect(() => {
    let isShown = true
    call(startSecondFactor, { body: {} }).then(
      (made) => isShown && setSetup(made),
      (error: unknown) => {
        const isAsked = error instanceof ApiError && error.code === 'ERR_CURRENT_PASSWORD_REQUIRED'
        if (isAsked && isShown) setSetup('password')
        else notify.error(error)
      }
    )
    return () => {
      isShown = false
    }
  }, [])
  if (setup === null) return <Skeleton height={320} />
  if (setup === 'password') return <PasswordForm onSetup={setSetup} onCancel={onCancel} />
  const confirm = async (code: string) => {
    const { recoveryCodes } = await call(confirmSecondFactor, { body: { code } })
    settleSecondFactor()
    onConfirmed(recoveryCodes)
  }
  return <CodeForm setup={setup} onCode={confirm} onCancel={onCancel} />
}
