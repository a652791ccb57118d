// Who may change which setting, and which values a setting takes.
import type { Grantee } from '@guiche/shared/kernel/access.ts'
import { settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingValues, key)

/** What a company has paid for is for the super user to say. */
export const maySetSetting = (actor: Grantee, key: SettingKey): boolean => key !== 'campaignsEnabled' || actor.super

/** Listed values only; hours are digits; everything else is free text. */
export function isAllowedValue(key: SettingKey, value: string): boolean {
  const listed: readonly string[] | null = settingValues[key]
  if (listed) return listed.includes(value)
  return key !== 'hoursCloseTicketsAuto' || /^\d{1,4}$/.test(value)
}
