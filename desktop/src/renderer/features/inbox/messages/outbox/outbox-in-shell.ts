// What waits to be sent in the desktop app: main keeps it encrypted, or in memory while the keychain is locked.
import {
  dropWaiting,
  storePending,
  storePendingFile,
  largestWaitingFile,
  listWaiting,
  readWaitingFile,
  type SnapshotOwner
} from '#bridge/snapshot-channels.ts'
import { ask, tell } from '#platform/device/bridge.ts'
import type { OutboxStorage } from './outbox-record.ts'

export function shellOutboxStorage(owner: SnapshotOwner): OutboxStorage {
  return {
    keep: (record) => tell(storePending, owner, record.clientId, JSON.stringify(record)),
    drop: (clientId) => tell(dropWaiting, owner, clientId),
    records: async () => {
      const texts = await ask(listWaiting, owner).catch(() => [])
      return texts.map((text) => JSON.parse(text) as unknown)
    },
    storeFile: async (clientId, file) => {
      if (file.size > largestWaitingFile) return false
      return ask(storePendingFile, owner, clientId, new Uint8Array(await file.arrayBuffer()))
    },
    file: async ({ clientId, file }) => {
      const bytes = await ask(readWaitingFile, owner, clientId).catch(() => null)
      return bytes && file && new File([new Uint8Array(bytes)], file.name, { type: file.mime })
    }
  }
}
