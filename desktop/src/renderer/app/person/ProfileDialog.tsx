// The profile: the user dialog on the signed-in user.
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#platform/session/session.ts'
import { showProfile, useProfile } from './profile.ts'

const UserDialog = lazy(() =>
  import('#features/org/users/UserDialog.tsx').then((module) => ({ default: module.UserDialog }))
)

export function ProfileDialog() {
  const { t } = useTranslation('users')
  const user = useUser()
  const isOpen = useProfile((state) => state.isOpen)
  // Whoever signs in next does not find it open.
  useEffect(() => () => showProfile(false), [])
  return (
    isOpen && (
      <Suspense>
        <UserDialog user={user} title={t('profileTitle')} onClose={() => showProfile(false)} />
      </Suspense>
    )
  )
}
