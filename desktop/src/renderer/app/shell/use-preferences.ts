// What is set about the app on this computer: read once, followed, changed at once and put back when that fails.
import { useEffect } from 'react'
import { create } from 'zustand'
import {
  changePreferences,
  preferencesChanged,
  readPreferences,
  type Preferences
} from '#bridge/preference-channels.ts'
import { invoke, onNotice } from '#platform/device/bridge.ts'
import { notify } from '#platform/device/notify.ts'

const useStored = create<{ preferences: Preferences | null }>(() => ({ preferences: null }))
const put = (preferences: Preferences | null): void => useStored.setState({ preferences })

/** Null until they are read. */
export function usePreferences(): Preferences | null {
  useEffect(() => {
    invoke(readPreferences).then(put, (error: unknown) => notify.error(error))
    return onNotice(preferencesChanged, put)
  }, [])
  return useStored(({ preferences }) => preferences)
}

/** Changes some of them. */
export function setPreferences(changed: Partial<Preferences>): void {
  const before = useStored.getState().preferences
  if (before === null) return
  put({ ...before, ...changed })
  invoke(changePreferences, changed).then(put, (error: unknown) => {
    put(before)
    notify.error(error)
  })
}
