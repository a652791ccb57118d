// What waits to be sent in the desktop app: main keeps it encrypted, or in memory while the keychain is locked.
import {
  dropWaiting,
  keepWaiting,
  keepWaitingFile,
  largestWaitingFile,
  listWaiting,
  readWaitingFile,
  type KeptOwner
} from '#bridge/kept-channels.ts'
import { ask, tell } from '#platform/bridge.ts'
import type { OutboxPlace } from './outbox-record.ts'

export function shellPlace(owner: KeptOwner): OutboxPlace {
  return {
    keep: (record) => tell(keepWaiting, owner, record.clientId, JSON.stringify(record)),
    drop: (clientId) => tell(dropWaiting, owner, clientId),
    records: async () => {
      const texts = await ask(listWaiting, owner).catch(() => [])
      return texts.map((text) => JSON.parse(text) as unknown)
    },
    keepFile: async (clientId, file) => {
      if (file.size > largestWaitingFile) return false
      return ask(keepWaitingFile, owner, clientId, new Uint8Array(await file.arrayBuffer()))
    },
    file: async ({ clientId, file }) => {
      const bytes = await ask(readWaitingFile, owner, clientId).catch(() => null)
      return bytes && file && new File([new Uint8Array(bytes)], file.name, { type: file.mime })
    }
  }
}
