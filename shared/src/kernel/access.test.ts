// Who may do what: admins and super users hold every permission, plan flags count as on until they are switched off.
import { expect, test } from 'vitest'
import {
  grantablePermissions,
  hasPermission,
  isAdmin,
  isPlanFlagOn,
  permissionKeys,
  planFlags,
  profiles
} from './access.ts'

test.each(profiles.flatMap((profile) => [true, false].map((isSuper) => [profile, isSuper] as const)))(
  'a %s (super user: %s) holds every permission or none',
  (profile, isSuper) => {
    const who = { profile, super: isSuper }
    expect(isAdmin(who)).toBe(profile === 'admin' || isSuper)
    expect(new Set(permissionKeys.map((key) => hasPermission(who, key)))).toEqual(new Set([isAdmin(who)]))
  }
)

test.each(grantablePermissions)('%s is what a user holds when an admin grants it, and nothing else', (key) => {
  const who = { profile: 'user' as const, super: false, permissions: [key] }
  expect(permissionKeys.filter((one) => hasPermission(who, one))).toEqual([key])
})

test.each(planFlags)('%s is on unless the plan says no', (flag) => {
  expect(isPlanFlagOn({}, flag)).toBe(true)
  expect(isPlanFlagOn(null, flag)).toBe(true)
  expect(isPlanFlagOn({ [flag]: true }, flag)).toBe(true)
  expect(isPlanFlagOn({ [flag]: false }, flag)).toBe(false)
})
