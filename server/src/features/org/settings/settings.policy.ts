// Who may change which setting, and which values a setting takes.
import type { Grantee } from '@guiche/shared/kernel/access.ts'
import { isNumberKey, settingNumbers, settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingValues, key)

/** What a company has paid for is for the super user to say. */
export const maySetSetting = (actor: Grantee, key: SettingKey): boolean => key !== 'campaignsEnabled' || actor.super

/** Listed values only; numbers are digits, between their least and their most. */
export function isAllowedValue(key: SettingKey, value: string): boolean {
  if (!isNumberKey(key)) return (settingValues[key] as readonly string[]).includes(value)
  const { min, max } = settingNumbers[key]
  return /^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max
}
