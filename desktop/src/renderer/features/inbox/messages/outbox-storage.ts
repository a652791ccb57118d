// Messages that wait to be sent, kept as one entry each, so that windows of the same person never write over another.
import type { QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'

export interface OutboxFile {
  name: string
  mime: string
  size: number
  /** Pixels of pictures and films, so that their room is known before they are read. */
  width: number | null
  height: number | null
}

/** What is kept of a message that waits. */
export interface OutboxRecord {
  clientId: string
  ticketId: number
  /** As it will be sent, signature included. */
  body: string
  quoted: QuotedMessage | null
  file: OutboxFile | null
  /** For voice notes: seconds and 64 levels of 0 to 100. */
  voice: { duration: number; waveform: number[] } | null
  createdAt: string
  /** Why the server refused it: the error's code and values. */
  refusal: { code: string; values: Record<string, string | number> } | null
}

const prefixOf = (userId: number): string => `outbox:${userId}:`

export const storeRecord = (userId: number, record: OutboxRecord): void => {
  try {
    localStorage.setItem(prefixOf(userId) + record.clientId, JSON.stringify(record))
  } catch {
    // A full storage: the message is sent from memory and only lost if the page is left before.
  }
}

export const dropRecord = (userId: number, clientId: string): void =>
  localStorage.removeItem(prefixOf(userId) + clientId)

const isRecord = (value: unknown): value is OutboxRecord => {
  const record = value as Partial<OutboxRecord> | null
  return typeof record?.clientId === 'string' && typeof record.ticketId === 'number' && typeof record.body === 'string'
}

/** What waited when the page was left, oldest first. */
export const storedRecords = (userId: number): OutboxRecord[] => {
  const prefix = prefixOf(userId)
  const records: OutboxRecord[] = []
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      if (isRecord(value)) records.push(value)
    } catch {
      // Not ours, or cut off: it cannot be sent.
    }
  }
  return records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
}
