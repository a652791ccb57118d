// The hooks of those who hold records that go by their age.
import type { ExpiredCounts, RetentionKey } from '@guiche/shared/features/org/retention.ts'
import { hook } from '#platform/events/hooks.ts'

interface Period {
  /** `messageMonths`: conversations; `fileMonths`: their files alone. */
  key: RetentionKey
  /** What is older goes. */
  before: Date
}

/** Steps take at most `limit` records each out of the database, the oldest first, and add to `taken` how many. */
export interface Expiry extends Period {
  limit: number
  taken: ExpiredCounts
}

/** Runs again and again, each time in a transaction of its own, until no step takes anything. */
export const recordsExpire = hook<[companyId: number, expiry: Expiry]>('records expire')

/** Steps add what `recordsExpire` would take; `size` in bytes. */
export interface ExpiryPreview extends Period {
  counts: ExpiredCounts
  size: number
}

export const expiryCounted = hook<[companyId: number, preview: ExpiryPreview]>('expiry counted')

/** Adds to a count of records. */
export function addCount(counts: ExpiredCounts, kind: keyof ExpiredCounts, count: number): void {
  if (count > 0) counts[kind] = (counts[kind] ?? 0) + count
}
