// Messages that wait to be sent, one entry each: in a browser's own storage, or encrypted by the desktop app.
import { snapshotOwner } from '#platform/state/persisted.ts'
import { browserOutboxStorage } from './outbox-in-browser.ts'
import type { OutboxStorage, OutboxRecord } from './outbox-record.ts'
import { shellOutboxStorage } from './outbox-in-shell.ts'

/** The place of the person who is signed in. */
export function outboxStorageOf(user: { id: number; companyId: number }): OutboxStorage {
  const owner = snapshotOwner()
  return owner === null ? browserOutboxStorage(user) : shellOutboxStorage(owner)
}

function isRecord(value: unknown): value is OutboxRecord {
  const record = value as Partial<OutboxRecord> | null
  return typeof record?.clientId === 'string' && typeof record.ticketId === 'number' && typeof record.body === 'string'
}

/** What waited when the page was left, oldest first. */
export async function storedRecords(place: OutboxStorage): Promise<OutboxRecord[]> {
  const records = (await place.records()).filter(isRecord)
  return records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
}
