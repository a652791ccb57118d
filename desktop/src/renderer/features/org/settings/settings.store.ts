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
import { ofLogin } from '#platform/replica/of-login.ts'

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
const meanwhile = createMeanwhile<Values>()

interface OfLogin {
  /** What the server has last said; what is shown has the changes on it that are under way. */
  told: Values
  /** Changes that the server has not answered yet, the last of each key. */
  wishes: Map<string, { value: string; answered: Promise<unknown> }>
}

const own = ofLogin<OfLogin>(
  () => ({ told: new Map(), wishes: new Map() }),
  () => {
    meanwhile.drop()
    useSettings.setState(empty)
  }
)

function show(): void {
  const { told, wishes } = own()
  const wished = [...wishes].map(([key, { value }]) => [key, value] as const)
  useSettings.setState({ values: new Map([...told, ...wished]) })
}

function put({ key, value }: Setting): void {
  const change = (values: Values) => new Map(values).set(key, value)
  meanwhile.note(change)
  own().told = change(own().told)
  show()
}

/** Loads the settings behind what is shown. */
export async function refreshSettings(): Promise<void> {
  const begun = meanwhile.begin()
  useSettings.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
  try {
    const settings = await call(listSettings)
    if (!begun.isNewest()) return
    own().told = begun.over(new Map(settings.map(({ key, value }) => [key, value])))
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
  const { wishes } = own()
  const before = wishes.get(key)?.answered ?? Promise.resolve()
  const answer = before.then(() => call(updateSetting, { params: { key }, body: { key, value } }))
  const wish = { value, answered: answer.catch(() => undefined) }
  wishes.set(key, wish)
  show()
  try {
    const saved = await answer
    // Nothing is wished any more when the login has ended meanwhile.
    if (own().wishes === wishes) put(saved)
  } finally {
    if (own().wishes === wishes && wishes.get(key) === wish) {
      wishes.delete(key)
      show()
    }
  }
}
