// The keychain of the system: Keychain, Credential Manager, or the Secret Service of a Linux desktop.
import type { SecretStorage } from './secret-storage.ts'

/** Loaded when it is needed: where a library of the system is missing, the app must still start. */
const load = async () => (await import('keytar')).default

/** `service` tells the entries of this app and edition from those of others. */
export function keychainStorage(service: string): SecretStorage {
  return {
    kind: 'keychain',
    get: async (name) => (await load()).getPassword(service, name),
    set: async (name, value) => {
      const keytar = await load()
      await keytar.setPassword(service, name, value)
      // A keychain that is locked may take a value and not give it back.
      if ((await keytar.getPassword(service, name)) !== value) throw new Error('the keychain did not keep the value')
    },
    delete: async (name) => {
      await (await load()).deletePassword(service, name)
    }
  }
}
