// Who may do what: admins and super users hold every permission, plan flags count as on until they are switched off.
import { expect, test } from 'vitest'
import {
  grantablePermissions,
  hasPermission,
  holdsAll,
  isAdmin,
  isPlanFlagOn,
  permissionKeys,
  permissionsOf,
  planFlags,
  profilePermissions,
  profiles
} from './access.ts'

test.each(profiles.flatMap((profile) => [true, false].map((isSuper) => [profile, isSuper] as const)))(
  'a %s (super user: %s) holds what the profile says, and an admin everything',
  (profile, isSuper) => {
    const who = { profile, super: isSuper }
    expect(isAdmin(who)).toBe(profile === 'admin' || isSuper)
    expect(permissionsOf(who)).toEqual(
      isAdmin(who) ? permissionKeys : permissionKeys.filter((key) => profilePermissions[profile].includes(key))
    )
  }
)

test('users and supervisors hold none of the keys that the specification gives to admins', () => {
  const ofAdmins = permissionKeys.filter((key) =>
    /^(ticket-options|connections-page|user-modal|contact-list-items):|contacts-page:deleteContact/.test(key)
  )
  expect(ofAdmins.length).toBe(8)
  for (const profile of ['user', 'supervisor'] as const) {
    expect(ofAdmins.filter((key) => hasPermission({ profile, super: false }, key))).toEqual([])
  }
  expect(permissionsOf({ profile: 'supervisor', super: false })).toEqual(
    permissionKeys.filter((key) => key === 'dashboard:view' || profilePermissions.user.includes(key))
  )
})

test.each(grantablePermissions)('%s is what a user holds more when an admin grants it, and nothing else', (key) => {
  const who = { profile: 'user' as const, super: false, permissions: [key] }
  expect(permissionsOf(who)).toEqual(
    permissionKeys.filter((one) => one === key || profilePermissions.user.includes(one))
  )
})

test.each(permissionKeys)('a role with %s alone takes the place of profile and grants, but not of an admin', (key) => {
  const role = { permissions: [key] }
  const permissions = [...grantablePermissions]
  expect(permissionsOf({ profile: 'supervisor', super: false, permissions, role })).toEqual([key])
  expect(permissionsOf({ profile: 'admin', super: false, role })).toEqual(permissionKeys)
  expect(holdsAll({ profile: 'user', super: false, role }, [key])).toBe(true)
  expect(holdsAll({ profile: 'user', super: false, role }, permissionKeys)).toBe(false)
})

test('every permission stands in one group', () => {
  expect(new Set(permissionKeys).size).toBe(permissionKeys.length)
})

test.each(planFlags)('%s is on unless the plan says no', (flag) => {
  expect(isPlanFlagOn({}, flag)).toBe(true)
  expect(isPlanFlagOn(null, flag)).toBe(true)
  expect(isPlanFlagOn({ [flag]: true }, flag)).toBe(true)
  expect(isPlanFlagOn({ [flag]: false }, flag)).toBe(false)
})
