// Secrets in a file of the app, encrypted with a key of the system: for where the keychain itself cannot be used.
import { safeStorage } from 'electron'
import Store from 'electron-store'
import type { SecretStorage } from './secret-storage.ts'

/** Errors: the system has no key. A key that is written in the program, as Linux falls back to, counts as none. */
async function demandKey(): Promise<void> {
  const isFake = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (isFake || !(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('the system has no key to seal with')
}

/** Keeps sealed values in `sealed.json`, base64. */
export function sealedStorage(): SecretStorage {
  const store = new Store<Record<string, string>>({
    name: 'sealed',
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false
  })
  const seal = async (name: string, value: string): Promise<void> =>
    store.set(name, (await safeStorage.encryptStringAsync(value)).toString('base64'))
  return {
    kind: 'safe-storage',
    get: async (name) => {
      const sealed = store.get(name)
      if (sealed === undefined) return null
      await demandKey()
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))
      if (shouldReEncrypt) await seal(name, result)
      return result
    },
    set: async (name, value) => {
      await demandKey()
      await seal(name, value)
    },
    delete: async (name) => store.delete(name)
  }
}
