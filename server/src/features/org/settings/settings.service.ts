// Rules of settings: defaults, allowed values, and a cache, for they are read with every message.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { defaultSetting, settingKeys, type Setting, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { isRetentionKey, isShorter } from '@guiche/shared/features/org/retention.ts'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sharedCache } from '#platform/shared-cache.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { settingSaved } from './settings.events.ts'
import { isAllowedValue, isSettingKey, maySetSetting } from './settings.policy.ts'
import * as repo from './settings.repo.ts'

/** Milliseconds; a change empties the cache on every node at once, this only bounds a lost notification. */
const cacheTime = 60_000

export const settingsCache = sharedCache<Map<string, string>>({ channel: 'guiche_settings', ttl: cacheTime })

const scopeOf = (companyId: number): string => `${companyId}:`

function valuesOf(ctx: Ctx, companyId: number): Promise<Map<string, string>> {
  return settingsCache.get(ctx, scopeOf(companyId), async () => {
    const stored = await repo.storedSettings(ctx.db, companyId)
    return new Map(stored.map(({ key, value }) => [key, value]))
  })
}

/** The present value of a company's setting, its default when it was never changed. Cheap: read it wherever needed. */
export const settingOf = async (ctx: Ctx, companyId: number, key: SettingKey): Promise<string> =>
  (await valuesOf(ctx, companyId)).get(key) ?? defaultSetting(key)

/** When a company last changed a setting; undefined for never. */
export const settingChangedAt = (ctx: Ctx, companyId: number, key: SettingKey): Promise<Date | undefined> =>
  repo.changedAt(ctx.db, companyId, key)

/** The language in which a company's customers are spoken to. */
export async function botLanguageOf(ctx: Ctx, companyId: number): Promise<Language> {
  const chosen = await settingOf(ctx, companyId, 'chatBotLanguage')
  return languages.find((language) => language === chosen) ?? languages[0]
}

/** Values that companies changed, all companies at once. */
export const storedSettingsOfAll = (ctx: Ctx): Promise<(Setting & { companyId: number })[]> =>
  repo.storedSettingsOfAll(ctx.db)

/** Every setting with its value, its default where `stored` has none. */
export const withDefaults = (stored: ReadonlyMap<string, string>): Setting[] =>
  settingKeys.map((key) => ({ key, value: stored.get(key) ?? defaultSetting(key) }))

/** Every setting of a company, in the order of their declaration. */
export const settingsOf = async (ctx: Ctx, companyId: number): Promise<Setting[]> =>
  withDefaults(await valuesOf(ctx, companyId))

export const listSettings = (ctx: Ctx, actor: Actor): Promise<Setting[]> => settingsOf(ctx, actor.companyId)

/** Saves a value that its key takes, in the running transaction. */
export async function saveSetting(tx: Ctx, companyId: number, key: SettingKey, value: string): Promise<Setting> {
  const setting = { key, value }
  const stored = (await repo.storedSettings(tx.db, companyId)).find((one) => one.key === key)
  await settingsCache.forget(tx, scopeOf(companyId))
  await repo.saveSettings(tx.db, companyId, [setting], tx.now())
  const states = { before: { value: stored?.value ?? defaultSetting(key) }, after: { value } }
  const subject = { type: 'setting', id: key }
  recordChange(tx, { companyId, action: 'setting.changed', subject }, states, { shown: ['value'] })
  tx.bus.emit(settingSaved, { companyId, setting })
  return setting
}

/**
 * Errors: ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION for a value the key does not take; those of `confirm` where
 * more than before would be deleted.
 */
export async function updateSetting(
  ctx: Ctx,
  { actor, confirm }: Caller,
  key: string,
  value: string
): Promise<Setting> {
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND')
  if (!maySetSetting(actor, key)) throw new AppError('ERR_NO_PERMISSION')
  // A key that an older client still asks people for is taken without a word and not kept.
  if (key === 'asaas') return { key, value: defaultSetting(key) }
  if (!isAllowedValue(key, value)) throw new AppError('ERR_VALIDATION', { fields: { value: 'ERR_VALIDATION' } })
  if (isRetentionKey(key) && isShorter(await settingOf(ctx, actor.companyId, key), value)) await confirm()
  return inTransaction(ctx, async (tx) => {
    await keepIdleWithinLife(tx, actor.companyId, key, value)
    return saveSetting(tx, actor.companyId, key, value)
  })
}

/**
 * A login that ends without use ends no later than every login: a shorter life takes the idle one down with it. Errors:
 * ERR_VALIDATION for an idle life beyond the whole one.
 */
async function keepIdleWithinLife(tx: Ctx, companyId: number, key: SettingKey, value: string): Promise<void> {
  if (key !== 'loginDays' && key !== 'loginIdleDays') return
  const stored = new Map((await repo.storedSettings(tx.db, companyId)).map((one) => [one.key, one.value]))
  const daysOf = (name: SettingKey) => Number(stored.get(name) ?? defaultSetting(name))
  if (key === 'loginDays' && Number(value) < daysOf('loginIdleDays'))
    await saveSetting(tx, companyId, 'loginIdleDays', value)
  if (key === 'loginIdleDays' && Number(value) > daysOf('loginDays')) {
    throw new AppError('ERR_VALIDATION', { fields: { value: 'ERR_VALIDATION' } })
  }
}

/** The settings of a company that has just been made. */
export async function firstSettings(tx: Ctx, companyId: number, chosen: Partial<Record<SettingKey, string>>) {
  const rows = settingKeys.map((key) => ({ key, value: chosen[key] ?? defaultSetting(key) }))
  await repo.saveSettings(tx.db, companyId, rows, tx.now())
}
