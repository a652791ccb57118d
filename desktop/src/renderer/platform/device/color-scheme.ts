// Remembers light or dark under the key that legacy clients use.
import type { MantineColorSchemeManager } from '@mantine/core'
import { localValue, remember } from '../state/local-store.ts'

export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => localValue('preferredTheme') ?? fallback,
  set: (value) => remember('preferredTheme', value === 'auto' ? null : value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => remember('preferredTheme', null)
}
