// What somebody with a second factor does to it: new recovery codes, and switching it off.
import { useState } from 'react'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { removeSecondFactor, renewRecoveryCodes } from '@guiche/shared/features/org/second-factor.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'

interface ChangeFormProps {
  /** Both or the code alone. */
  asksForPassword: boolean
  onChange: (typed: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

function ChangeForm({ asksForPassword, onChange, onCancel }: ChangeFormProps) {
  const { t } = useTranslation(['secondFactor', 'words'])
  const [isBusy, setBusy] = useState(false)
  const schema = z.object({
    password: asksForPassword ? z.string().min(1) : z.string(),
    code: z.string().trim().min(1)
  })
  const form = useDraftForm({ initialValues: { password: '', code: '' }, schema })
  const submit = form.onSubmit(async ({ password, code }) => {
    setBusy(true)
    try {
      await onChange({ password, code: code.trim() })
    } catch (error) {
      setBusy(false)
      const fields = { ERR_SECOND_FACTOR_CODE_WRONG: 'code', ERR_CURRENT_PASSWORD_WRONG: 'password' }
      if (showRefusal(form, error, fields).length === 0) notify.error(error)
    }
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t(asksForPassword ? 'removeText' : 'renewText')}</Text>
        {asksForPassword && (
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            autoFocus
            {...form.getInputProps('password')}
          />
        )}
        <TextInput
          label={t(asksForPassword ? 'anyCode' : 'code')}
          autoComplete="one-time-code"
          autoFocus={!asksForPassword}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('words:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} {...(asksForPassword && { color: 'red' })}>
            {t(asksForPassword ? 'remove' : 'confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function RenewForm({ onCodes, onCancel }: { onCodes: (codes: string[]) => void; onCancel: () => void }) {
  const renew = async ({ code }: { code: string }) =>
    onCodes((await call(renewRecoveryCodes, { body: { code } })).recoveryCodes)
  return <ChangeForm asksForPassword={false} onChange={renew} onCancel={onCancel} />
}

export function RemoveForm({ onRemoved, onCancel }: { onRemoved: () => void; onCancel: () => void }) {
  const remove = async (body: { password: string; code: string }) => {
    await call(removeSecondFactor, { body })
    onRemoved()
  }
  return <ChangeForm asksForPassword onChange={remove} onCancel={onCancel} />
}
