// The company's settings by key, kept by calls and by events alike.
import type { ComponentType } from 'react'
import { create } from 'zustand'
import {
  defaultSetting,
  listSettings,
  settingEvent,
  updateSetting,
  type Setting,
  type SettingKey
} from '@guiche/shared/features/org/settings.ts'
import { call } from '#platform/http.ts'
import { listen, onOnline, onReload } from '#platform/realtime.ts'
import { onSignedOut } from '#platform/session.ts'

/** A tab that another feature adds, for the super user. */
export interface SettingsTab {
  value: string
  /** Key in the namespace `settings`. */
  label: 'tabCompanies' | 'tabPlans' | 'tabHelps'
  Panel: ComponentType
}

interface SettingsState {
  values: ReadonlyMap<string, string>
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  error: unknown
}

const empty: SettingsState = { values: new Map(), phase: 'idle', error: null }
export const useSettings = create<SettingsState>(() => empty)

const put = ({ key, value }: Setting): void =>
  useSettings.setState(({ values }) => ({ values: new Map(values).set(key, value) }))

/** Loads the settings behind what is shown. */
export const refreshSettings = async (): Promise<void> => {
  useSettings.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
  try {
    const settings = await call(listSettings)
    useSettings.setState({ values: new Map(settings.map(({ key, value }) => [key, value])), phase: 'ready' })
  } catch (error) {
    useSettings.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'failed', error }))
  }
}

listen(settingEvent, ({ setting }) => {
  if (useSettings.getState().phase !== 'idle') put(setting)
})
onReload(() => {
  if (useSettings.getState().phase !== 'idle') void refreshSettings()
})
onOnline(() => {
  if (useSettings.getState().error !== null) void refreshSettings()
})
onSignedOut(() => useSettings.setState(empty))

/** The present value of a setting, its default before they are loaded. */
export const useSetting = (key: SettingKey): string =>
  useSettings(({ values }) => values.get(key) ?? defaultSetting(key))

/** Changes a setting at once, and back when the server refuses. Errors: ApiError. */
export const changeSetting = async (key: SettingKey, value: string): Promise<void> => {
  const before = useSettings.getState().values.get(key) ?? defaultSetting(key)
  put({ key, value })
  try {
    put(await call(updateSetting, { params: { key }, body: { key, value } }))
  } catch (error) {
    put({ key, value: before })
    throw error
  }
}
