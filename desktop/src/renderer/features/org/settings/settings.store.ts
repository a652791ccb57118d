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
import { call } from '#platform/net/http.ts'
import { createMeanwhile } from '#platform/state/meanwhile.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

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

type Values = SettingsState['values']
/** What the server has last said; what is shown has the changes on it that are under way. */
let told: Values = new Map()
/** Changes that the server has not answered yet, the last of each key. */
const wishes = new Map<string, { value: string; answered: Promise<unknown> }>()
const meanwhile = createMeanwhile<Values>()

function show(): void {
  const wished = [...wishes].map(([key, { value }]) => [key, value] as const)
  useSettings.setState({ values: new Map([...told, ...wished]) })
}

function put({ key, value }: Setting): void {
  const change = (values: Values) => new Map(values).set(key, value)
  meanwhile.note(change)
  told = change(told)
  show()
}

/** Loads the settings behind what is shown. */
export async function refreshSettings(): Promise<void> {
  const begun = meanwhile.begin()
  useSettings.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
  try {
    const settings = await call(listSettings)
    if (!begun.isNewest()) return
    told = begun.over(new Map(settings.map(({ key, value }) => [key, value])))
    show()
    useSettings.setState({ phase: 'ready' })
  } catch (error) {
    if (begun.isNewest()) useSettings.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'failed', error }))
  } finally {
    begun.end()
  }
}

listen(settingEvent, ({ setting }) => {
  if (useSettings.getState().phase !== 'idle') put(setting)
})
onLifecycle({
  signedOut: () => {
    meanwhile.drop()
    told = new Map()
    wishes.clear()
    useSettings.setState(empty)
  },
  reload: () => {
    if (useSettings.getState().phase !== 'idle') void refreshSettings()
  },
  online: () => {
    if (useSettings.getState().error !== null) void refreshSettings()
  }
})

/** The present value of a setting, its default before they are loaded. */
export const useSetting = (key: SettingKey): string =>
  useSettings(({ values }) => values.get(key) ?? defaultSetting(key))

/**
 * Changes a setting at once, and back when the server refuses. A second change leaves when the first is answered, so that
 * the last one stays. Errors: ApiError.
 */
export async function changeSetting(key: SettingKey, value: string): Promise<void> {
  const before = wishes.get(key)?.answered ?? Promise.resolve()
  const answer = before.then(() => call(updateSetting, { params: { key }, body: { key, value } }))
  const wish = { value, answered: answer.catch(() => undefined) }
  wishes.set(key, wish)
  show()
  try {
    const saved = await answer
    // Nothing is wished any more when the login has ended meanwhile.
    if (wishes.has(key)) put(saved)
  } finally {
    if (wishes.get(key) === wish) {
      wishes.delete(key)
      show()
    }
  }
}
