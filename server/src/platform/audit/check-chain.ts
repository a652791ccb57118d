// Proving a log: every row from the anchor to the head is there as it was written.
import type { Transaction } from '#database/client.ts'
import { findBreak, type BrokenChain } from './audit-chain.ts'
import { rowsAfter } from './audit-log.repo.ts'
import type { AuditHead } from './audit-rows.repo.ts'

const pageSize = 1000

/** Where the log of a head is broken first; null when it is whole. */
export const checkChain = (db: Transaction, head: AuditHead): Promise<BrokenChain | null> =>
  findBreak(head, (number) => rowsAfter(db, head.companyId, number, pageSize))
