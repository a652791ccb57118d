// What somebody is in the company: a profile, or a role that the company has put together; those that one may give.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { holdsAll, isAdmin, profilePermissions, profiles, type Profile } from '@guiche/shared/kernel/access.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ensureRoles, useRoles } from './roles.store.ts'

const ofRole = 'role:'

/** The value of the select for somebody as they are. */
export const positionValue = (who: { profile: Profile; role?: { id: number } | null | undefined }): string =>
  who.role ? `${ofRole}${who.role.id}` : who.profile

/** What a value of the select stands for; `profile` is that of somebody who has a role. */
export function positionOf(value: string, profile: Profile = 'user'): { profile: Profile; roleId: number | null } {
  const chosen = profiles.find((one) => one === value)
  if (chosen) return { profile: chosen, roleId: null }
  return { profile: profile === 'admin' ? 'user' : profile, roleId: Number(value.slice(ofRole.length)) }
}

export function ProfileSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('users')
  const own = useUser()
  const roles = useRoles(({ items }) => items)
  useEffect(() => void ensureRoles(), [])
  // The present one stands there in any case.
  const mayGive = (value: string, isWithin: boolean) => isWithin || value === props.value
  const given = profiles.filter((profile) =>
    mayGive(profile, isAdmin(own) || (profile !== 'admin' && holdsAll(own, profilePermissions[profile])))
  )
  const named = roles
    .map(({ id, name, permissions }) => ({ value: `${ofRole}${id}`, label: name, permissions }))
    .filter(({ value, permissions }) => mayGive(value, holdsAll(own, permissions)))
  const items = given.map((profile) => ({ value: profile, label: t(`profile_${profile}`) }))
  const isRole = props.value?.startsWith(ofRole) === true
  return (
    <Select
      label={t('profile')}
      withAsterisk
      allowDeselect={false}
      data={
        named.length === 0
          ? items
          : [
              { group: t('profiles'), items },
              { group: t('roles'), items: named.map(({ value, label }) => ({ value, label })) }
            ]
      }
      {...(isRole ? { description: t('roleHint') } : {})}
      {...props}
    />
  )
}
