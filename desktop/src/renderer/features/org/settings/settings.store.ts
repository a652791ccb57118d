// The company's settings by key, kept by calls and by events alike.
import type { ComponentType } from 'react'
import {
  defaultSetting,
  listSettings,
  settingEvent,
  updateSetting,
  type Setting,
  type SettingKey
} from '@guiche/shared/features/org/settings.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

/** A tab that another feature adds, for the super user. */
export interface SettingsTab {
  value: string
  /** Key in the namespace `settings`. */
  label: 'tabCompanies' | 'tabPlans' | 'tabHelps'
  Panel: ComponentType
}

/** The same object as the server's answer, whose age stays with it. */
const asRow = (setting: Setting): Setting & { id: string } => Object.assign(setting, { id: setting.key })

const settings = createWholeList<Setting & { id: string }>(
  async (read) => (await read(listSettings)).map(asRow),
  (a, b) => a.id.localeCompare(b.id)
)
applyEvent(settings, settingEvent, ({ setting }) => ({ row: asRow(setting) }))

export const useSettings = settings.use
/** Loads the settings behind what is shown. */
export const refreshSettings = settings.refresh

/** The present value of a setting, its default before they are loaded. */
export const useSetting = (key: SettingKey): string =>
  settings.entities.use(({ rows }) => rows.get(key)?.value ?? defaultSetting(key))

/** The end of the last change of each key that the server has not answered yet. */
const underWay = ofLogin(() => new Map<string, Promise<unknown>>())

/**
 * Changes a setting at once, and back when the server refuses. A second change leaves when the first is answered, so that
 * the last one stays. `confirmation` proves the login for those that ask for it. Errors: ApiError.
 */
export async function changeSetting(
  key: SettingKey,
  value: string,
  confirmation: { currentPassword?: string } = {}
): Promise<void> {
  const mine = underWay()
  const before = mine.get(key) ?? Promise.resolve()
  const answer = before.then(() => call(updateSetting, { params: { key }, body: { key, value, ...confirmation } }))
  const end = answer.catch(() => undefined)
  mine.set(key, end)
  await settings.draw(
    key,
    () => ({ id: key, key, value }),
    async () => {
      const saved = asRow(await answer)
      // The login has ended meanwhile.
      if (underWay() === mine) settings.upsert(saved)
    }
  )
}
