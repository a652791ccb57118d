// Who may read which setting, and which values a setting takes.
import { isAdmin, type Grantee } from '@guiche/shared/kernel/access.ts'
import { settingValues, type Setting, type SettingKey } from '@guiche/shared/features/org/settings.ts'

/** Keys whose value is a credential of the company. */
const secretKeys: readonly string[] = ['asaas'] satisfies SettingKey[]

export const isSecret = (key: string): boolean => secretKeys.includes(key)

/** Everybody of a company reads its settings; credentials reach admins only. */
export const settingsFor = (reader: Grantee, settings: readonly Setting[]): Setting[] =>
  settings.map((setting) => (isSecret(setting.key) && !isAdmin(reader) ? { ...setting, value: '' } : setting))

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingValues, key)

/** What a company has paid for is for the super user to say. */
export const maySetSetting = (actor: Grantee, key: SettingKey): boolean => key !== 'campaignsEnabled' || actor.super

/** Listed values only; hours are digits; everything else is free text. */
export const isAllowedValue = (key: SettingKey, value: string): boolean => {
  const listed: readonly string[] | null = settingValues[key]
  if (listed) return listed.includes(value)
  return key !== 'hoursCloseTicketsAuto' || /^\d{1,4}$/.test(value)
}
