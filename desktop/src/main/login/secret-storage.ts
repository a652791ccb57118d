// One place that can keep a secret, as the secure store sees it.
import type { Keeping } from '#bridge/login-channels.ts'

export interface SecretStorage {
  readonly kind: Keeping
  /** Null when there is nothing, and also when a locked keychain says nothing. Errors: the place cannot be reached. */
  get(name: string): Promise<string | null>
  /** Errors: the place takes nothing now. */
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
}

/** The last resort: forgotten when the app ends. */
export function memoryStorage(): SecretStorage {
  const kept = new Map<string, string>()
  return {
    kind: 'memory',
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name)
  }
}
