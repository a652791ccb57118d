// What a new password needs, as this server asks for it.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasswordPolicy } from '@guiche/shared/kernel/passwords.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { call } from '#platform/net/http.ts'

/** The rule, and its words; the plain one until the server has told. */
export function usePasswordHint(): { policy: PasswordPolicy; hint: string } {
  const { t } = useTranslation('auth')
  const [policy, setPolicy] = useState<PasswordPolicy>('plain')
  useEffect(() => {
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      ({ passwordPolicy = 'plain' }) => setPolicy(passwordPolicy),
      () => undefined
    )
    return () => aborter.abort()
  }, [])
  return { policy, hint: t(policy === 'strong' ? 'passwordHintStrong' : 'passwordHint') }
}
