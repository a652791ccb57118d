// Whose snapshot lies at each server: read from the disk once, and written there as soon as there is a key.
import { person, type Person } from '../login/person.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

export interface SnapshotOwners {
  at(address: string): Promise<Person | null>
  /** In memory; null for nobody. */
  set(address: string, who: Person | null): void
  store(address: string, who: Person): Promise<void>
  storeAll(): Promise<void>
  forget(address: string): void
}

export function createSnapshotOwners(files: SnapshotFiles): SnapshotOwners {
  const owners = new Map<string, Person | null>()
  const store = async (address: string, who: Person): Promise<void> => {
    await (await files.owner(address))?.write('owner', Buffer.from(JSON.stringify(who)))
  }
  return {
    at: async (address) => {
      const known = owners.get(address)
      if (known !== undefined) return known
      const text = (await (await files.owner(address))?.read('owner'))?.toString()
      const owner = text === undefined ? null : person.parse(JSON.parse(text))
      // Without a key nothing is known yet.
      if (owner !== null) owners.set(address, owner)
      return owner
    },
    set: (address, who) => void owners.set(address, who),
    store,
    storeAll: async () => {
      for (const [address, owner] of owners) if (owner !== null) await store(address, owner)
    },
    forget: (address) => void owners.delete(address)
  }
}
