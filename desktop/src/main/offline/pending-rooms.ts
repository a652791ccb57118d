// What waits to be sent and what was written into notifications, a room for each person at each server.
import { largestPendingFile, mostPendingBytes, type SnapshotOwner } from '#bridge/snapshot-channels.ts'
import { pendingMessages, type PendingMessages } from './pending-messages.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

export interface PendingRooms {
  of(kind: 'waiting' | 'replies', owner: SnapshotOwner): PendingMessages
  /** Writes what came while there was no key. */
  settle(): Promise<void>
  forget(address: string): void
}

export function createPendingRooms(files: SnapshotFiles): PendingRooms {
  const rooms = new Map<string, PendingMessages>()
  return {
    of: (kind, { server: address, companyId, userId }) => {
      const name = `${kind} ${companyId} ${userId}`
      const key = `${address}\n${name}`
      const known = rooms.get(key)
      if (known) return known
      const room = pendingMessages({
        texts: () => files.sealed(address, name, 'texts'),
        files: () => files.sealed(address, name, 'files'),
        largest: largestPendingFile,
        most: mostPendingBytes
      })
      rooms.set(key, room)
      return room
    },
    settle: async () => {
      for (const room of rooms.values()) await room.settle()
    },
    forget: (address) => {
      for (const key of rooms.keys()) if (key.startsWith(`${address}\n`)) rooms.delete(key)
    }
  }
}
