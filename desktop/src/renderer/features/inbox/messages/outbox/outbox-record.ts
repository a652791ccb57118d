// What is kept of a message that waits to be sent, and what a place offers that keeps it.
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

/** Where the messages of one person wait. Windows of the same person never write over one another. */
export interface OutboxStorage {
  keep: (record: OutboxRecord) => void
  drop: (clientId: string) => void
  /** What waited when the page was left, in no order. */
  records: () => Promise<unknown[]>
  /** False when there is no room: the file is sent from memory. */
  storeFile: (clientId: string, file: File) => Promise<boolean>
  /** Null when it is not there any more. */
  file: (record: OutboxRecord) => Promise<File | null>
}
