// Proving logs: every row from the anchor to the head is there as it was written.
import type { Database, Transaction } from '#database/client.ts'
import { findBreak, type BrokenChain } from './audit-chain.ts'
import { headsOf, readUnmoved, rowsAfter } from './audit-log.repo.ts'
import type { AuditHead } from './audit-rows.repo.ts'

const pageSize = 1000

/** Where the log of a head is broken first; null when it is whole. */
export const checkChain = (db: Transaction, head: AuditHead): Promise<BrokenChain | null> =>
  findBreak(head, (number) => rowsAfter(db, head.companyId, number, pageSize))

/** A log and what is said of it. */
function lineOf({ companyId, anchorNumber, number, hash }: AuditHead, broken: BrokenChain | null): string {
  if (broken) return `company ${companyId}: BROKEN at entry ${broken.number} (${broken.why})`
  return `company ${companyId}: whole from ${anchorNumber + 1} to ${number}, head ${hash || 'none'}`
}

export interface CheckedLogs {
  logs: number
  broken: number
}

/** Tells of every log, each as it is at one moment, and counts the broken ones. Heads that are kept elsewhere prove the future. */
export async function verifyLogs(db: Database, tell: (line: string) => void): Promise<CheckedLogs> {
  const checked = { logs: 0, broken: 0 }
  for (const { companyId } of await headsOf(db)) {
    await readUnmoved(db, async (tx) => {
      const [head] = await headsOf(tx, companyId)
      // Deleted meanwhile.
      if (!head) return
      const broken = await checkChain(tx, head)
      checked.logs += 1
      if (broken) checked.broken += 1
      tell(lineOf(head, broken))
    })
  }
  return checked
}
