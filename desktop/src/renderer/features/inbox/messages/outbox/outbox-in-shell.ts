// What waits to be sent in the desktop app: main keeps it encrypted, or in memory while the keychain is locked.
import {
  dropPending,
  storePending,
  storePendingFile,
  largestPendingFile,
  listPending,
  readPendingFile,
  type SnapshotOwner
} from '#bridge/snapshot-channels.ts'
import { invoke, send } from '#platform/device/bridge.ts'
import type { OutboxStorage } from './outbox-record.ts'

export function shellOutboxStorage(owner: SnapshotOwner): OutboxStorage {
  return {
    keep: (record) => send(storePending, owner, record.clientId, JSON.stringify(record)),
    drop: (clientId) => send(dropPending, owner, clientId),
    records: async () => {
      const texts = await invoke(listPending, owner).catch(() => [])
      return texts.map((text) => JSON.parse(text) as unknown)
    },
    storeFile: async (clientId, file) => {
      if (file.size > largestPendingFile) return false
      return invoke(storePendingFile, owner, clientId, new Uint8Array(await file.arrayBuffer()))
    },
    file: async ({ clientId, file }) => {
      const bytes = await invoke(readPendingFile, owner, clientId).catch(() => null)
      return bytes && file && new File([new Uint8Array(bytes)], file.name, { type: file.mime })
    }
  }
}
