// The chain of an audit log: the hash of a row over all of its columns and the hash of the row before.
import { createHash } from 'node:crypto'
import { canonical } from './audit-entry.ts'
import type { AuditHead, AuditRow } from './audit-rows.repo.ts'

/** SHA-256, in hexadecimal. */
export function hashOfRow(row: Omit<AuditRow, 'hash'>): string {
  const { companyId, number, at, actorKind, actorId, actorName, actorEmail, address, agent, action } = row
  const { subjectType, subjectId, subjectLabel, aboutCompanyId, before, after, previousHash } = row
  const who = [actorKind, actorId, actorName, actorEmail, address, agent]
  const what = [action, subjectType, subjectId, subjectLabel, aboutCompanyId, canonical(before), canonical(after)]
  const text = JSON.stringify([companyId, number, at.toISOString(), who, what, previousHash])
  return createHash('sha256').update(text).digest('hex')
}

export interface BrokenChain {
  /** The first number at which the log is not what was written. */
  number: number
  why: 'missing' | 'changed' | 'unlinked' | 'head'
}

/** Follows a log in the order of its numbers, page by page; null when it is whole from the anchor to the head. */
export async function findBreak(
  head: AuditHead,
  pageAfter: (number: number) => Promise<AuditRow[]>
): Promise<BrokenChain | null> {
  let [number, hash] = [head.anchorNumber, head.anchorHash]
  for (let page = await pageAfter(number); page.length > 0; page = await pageAfter(number)) {
    for (const row of page) {
      if (row.number !== number + 1) return { number: number + 1, why: 'missing' }
      if (row.previousHash !== hash) return { number: row.number, why: 'unlinked' }
      if (row.hash !== hashOfRow(row)) return { number: row.number, why: 'changed' }
      ;[number, hash] = [row.number, row.hash]
    }
  }
  if (number < head.number) return { number: number + 1, why: 'missing' }
  return number === head.number && hash === head.hash ? null : { number, why: 'head' }
}
