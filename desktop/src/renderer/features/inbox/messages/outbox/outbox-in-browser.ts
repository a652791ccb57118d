// What waits to be sent in a browser: texts in its storage, by server and person, files in its database.
import { serverAddress } from '#platform/session/server-address.ts'
import { dropFile, storeFile, storedFile } from './outbox-files.ts'
import type { OutboxStorage } from './outbox-record.ts'

export function browserOutboxStorage({ id, companyId }: { id: number; companyId: number }): OutboxStorage {
  const prefix = `outbox:${serverAddress()}:${companyId}:${id}:`
  return {
    keep: (record) => {
      try {
        localStorage.setItem(prefix + record.clientId, JSON.stringify(record))
      } catch {
        // A full storage: the message is sent from memory and only lost if the page is left before.
      }
    },
    drop: (clientId) => {
      localStorage.removeItem(prefix + clientId)
      void dropFile(clientId)
    },
    records: async () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => {
          try {
            return [JSON.parse(localStorage.getItem(key) ?? 'null') as unknown]
          } catch {
            // Not ours, or cut off: it cannot be sent.
            return []
          }
        }),
    storeFile: (clientId, file) =>
      storeFile(clientId, file).then(
        () => true,
        () => false
      ),
    file: ({ clientId }) => storedFile(clientId)
  }
}
