// The profile: the user dialog on the signed-in user.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#platform/session.ts'
import { UserDialog } from '#features/org/users/UserDialog.tsx'
import { showProfile, useProfile } from './profile.ts'

export const ProfileDialog = () => {
  const { t } = useTranslation('users')
  const user = useUser()
  const isOpen = useProfile((state) => state.isOpen)
  // Whoever signs in next does not find it open.
  useEffect(() => () => showProfile(false), [])
  return isOpen && <UserDialog user={user} title={t('profileTitle')} onClose={() => showProfile(false)} />
}
