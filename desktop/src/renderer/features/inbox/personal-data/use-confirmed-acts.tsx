// Acts that ask for the own password where the login is not of this moment.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'

/** Runs what asks for the own password; its field is shown from the first time on that the server wants it. */
export function useConfirmedActs() {
  const { t } = useTranslation('validation')
  const { isAsked, listen, confirmed } = useAskedPassword()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (act: (confirmation: { currentPassword?: string }) => Promise<void>) => {
    if (isAsked && password === '') return setWrong(t('required'))
    setBusy(true)
    setWrong(null)
    try {
      await listen(act(confirmed(password)))
    } catch (error) {
      if (error instanceof ApiError && error.code in currentPasswordCodes) setWrong(errorText(error))
      else notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  const field = isAsked ? (
    <CurrentPasswordField
      description={null}
      value={password}
      error={wrong}
      data-autofocus
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  ) : null
  return { isBusy, run, field }
}
