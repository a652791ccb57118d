// Where the snapshot of each server lies on the disk, sealed under a key of the secure store.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import { createDataKey } from './data-key.ts'
import type { SecureStore } from '../login/secure-store.ts'
import { plainName, sealedFolder, type SealedFolder } from './sealed-folder.ts'

export interface SnapshotFiles {
  /** A folder of a server; null while there is no key. */
  sealed(address: string, ...names: string[]): Promise<SealedFolder | null>
  snapshot(address: string): Promise<SealedFolder | null>
  /** Within the snapshot, so that it goes with it. */
  media(address: string): Promise<SealedFolder | null>
  /** Who the snapshot is of. */
  owner(address: string): Promise<SealedFolder | null>
  wipeSnapshot(address: string): void
  wipeServer(address: string): void
  /** Asks for the key again; `isOpen` when the keychain has just taken something. */
  lookAgain(isOpen: boolean): void
}

interface Parts {
  /** Of the app's data. */
  folder: string
  secrets: SecureStore
  log: Log
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })

/** The names on the disk are those of earlier versions of the app. */
export function createSnapshotFiles({ folder, secrets, log }: Parts): SnapshotFiles {
  const root = join(folder, 'kept')
  const dataKey = createDataKey({ secrets, log, hasFiles: () => existsSync(root), giveUp: () => remove(root) })
  const folderOf = (address: string): string => join(root, plainName(address))
  const sealed = async (address: string, ...names: string[]): Promise<SealedFolder | null> => {
    const key = await dataKey.get()
    const place = [address, ...names].join('\n')
    return key && sealedFolder({ folder: join(folderOf(address), ...names.map(plainName)), place, key, log })
  }
  return {
    sealed,
    snapshot: (address) => sealed(address, 'picture'),
    media: (address) => sealed(address, 'picture', 'media'),
    owner: (address) => sealed(address, 'owner'),
    wipeSnapshot: (address) => {
      try {
        remove(join(folderOf(address), plainName('picture')))
      } finally {
        // What could not be wiped belongs to nobody from now on, so that the next login tries again.
        remove(join(folderOf(address), plainName('owner')))
      }
    },
    wipeServer: (address) => remove(folderOf(address)),
    lookAgain: (isOpen) => dataKey.lookAgain(isOpen)
  }
}
