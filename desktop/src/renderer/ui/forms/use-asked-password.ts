// Whether the server has asked for the caller's own password: it does so from the sixth minute after the login on.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/net/api-error.ts'

/** Of a form's `fieldOfCode`. */
export const currentPasswordCodes = {
  ERR_CURRENT_PASSWORD_REQUIRED: 'currentPassword',
  ERR_CURRENT_PASSWORD_WRONG: 'currentPassword'
}

/**
 * `listen` waits for a call and notices that it asks; the field is shown from then on. `missed` is a rule of the form,
 * `confirmed` what the call gets.
 */
export function useAskedPassword() {
  const { t } = useTranslation('validation')
  const [isAsked, setAsked] = useState(false)
  const listen = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_CURRENT_PASSWORD_REQUIRED') setAsked(true)
      throw error
    }
  }
  const missed = (currentPassword: string): Record<string, string> =>
    isAsked && currentPassword === '' ? { currentPassword: t('required') } : {}
  const confirmed = (currentPassword: string): { currentPassword?: string } => (isAsked ? { currentPassword } : {})
  return { isAsked, listen, missed, confirmed }
}
