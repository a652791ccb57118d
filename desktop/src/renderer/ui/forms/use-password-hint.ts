// What a new password needs, as this server asks for it.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { call } from '#platform/net/http.ts'

/** The rule in words; the plain one until the server has told. */
export function usePasswordHint(): string {
  const { t } = useTranslation('auth')
  const [isStrong, setStrong] = useState(false)
  useEffect(() => {
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      ({ passwordPolicy }) => setStrong(passwordPolicy === 'strong'),
      () => undefined
    )
    return () => aborter.abort()
  }, [])
  return t(isStrong ? 'passwordHintStrong' : 'passwordHint')
}
