// Step 2 of a forgotten password: the code, the new password and its confirmation.
import { useState } from 'react'
import { Button, Group, List, Stack, TextInput, ThemeIcon } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { composedRule, isComposedPassword, isLongPassword } from '@guiche/shared/kernel/passwords.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { focusFirstError } from './focus-first-error.ts'
import { NewPasswordField } from '#ui/forms/NewPasswordField.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { validationText } from '#platform/text/validation.ts'

const filled = z.string().min(1)
const schema = z.object({ code: z.string().trim().min(1), newPassword: filled, confirmation: filled })

const rules = [
  { key: 'strength8', test: /.{8,}/ },
  { key: 'strengthUpper', test: /[A-Z]/ },
  { key: 'strengthLower', test: /[a-z]/ },
  { key: 'strengthDigit', test: /\d/ }
] as const

/** Which of the rules the typed password keeps, while it is typed. */
function Rules({ typed }: { typed: string }) {
  const { t } = useTranslation('auth')
  return (
    <List spacing={2} size="xs" center mt={-8} listStyleType="none" pl={0}>
      {rules.map(({ key, test }) => {
        const isKept = test.test(typed)
        return (
          <List.Item
            key={key}
            {...(!isKept && { c: 'dimmed' })}
            icon={
              <ThemeIcon size={16} radius="xl" variant={isKept ? 'filled' : 'light'} color={isKept ? 'teal' : 'gray'}>
                {isKept ? <IconCheck size={11} stroke={3} /> : <IconPoint size={11} />}
              </ThemeIcon>
            }
          >
            {t(key)}
          </List.Item>
        )
      })}
    </List>
  )
}

interface NewPasswordFormProps {
  email: string
  onOtherEmail: () => void
}

export function NewPasswordForm({ email, onOtherEmail }: NewPasswordFormProps) {
  const { t } = useTranslation(['auth', 'validation'])
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const { policy, hint } = usePasswordHint()
  const isStrong = policy === 'strong'
  const [isAccepted, rule] = isStrong ? [isLongPassword, 'ERR_PASSWORD_TOO_WEAK'] : [isComposedPassword, composedRule]
  const form = useDraftForm({
    initialValues: { code: '', newPassword: '', confirmation: '' },
    schema,
    required: 'fieldRequired',
    check: ({ newPassword, confirmation }): Record<string, string> => ({
      ...(newPassword !== '' && !isAccepted(newPassword) && { newPassword: validationText(rule) }),
      ...(confirmation !== '' && confirmation !== newPassword && { confirmation: t('validation:passwordsDiffer') })
    })
  })
  const submit = form.onSubmit(
    async (values, event) => {
      setBusy(true)
      try {
        await call(resetPasswordByBody, { body: { email, code: values.code.trim(), newPassword: values.newPassword } })
        notify.success(t('resetDone'))
        void navigate(pages.login)
      } catch (error) {
        setBusy(false)
        notify.error(error)
        const fieldOfCode = { ERR_RESET_CODE_INVALID: 'code', ERR_PASSWORD_TOO_WEAK: 'newPassword' }
        if (showRefusal(form, error, fieldOfCode).length > 0) focusFirstError(event)
      }
    },
    (_errors, _values, event) => focusFirstError(event)
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput label={t('code')} autoComplete="one-time-code" autoFocus {...form.getInputProps('code')} />
        <NewPasswordField
          policy={policy}
          label={t('newPassword')}
          {...(isStrong && { description: hint })}
          {...form.getInputProps('newPassword')}
        />
        {!isStrong && <Rules typed={form.values.newPassword} />}
        <PasswordField
          label={t('confirmNewPassword')}
          autoComplete="new-password"
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" fullWidth loading={isBusy}>
          {t('resetPassword')}
        </Button>
        <Group justify="center">
          <Button variant="subtle" size="compact-sm" onClick={onOtherEmail}>
            {t('otherEmail')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
