// SQL of the audit log: rows are added at its head, which is locked until the commit.
import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { auditHeads, auditLog } from '#database/tables/audit.ts'
import { hashOfRow, type AuditHead, type AuditRow } from './audit-chain.ts'

/** Locks the head of a company's log until the transaction ends. Errors: those of PostgreSQL for a company that is gone. */
export async function lockHead(db: Transaction, companyId: number): Promise<AuditHead> {
  const find = () => db.select().from(auditHeads).where(eq(auditHeads.companyId, companyId)).for('no key update')
  const [found] = await find()
  if (found) return found
  await db.insert(auditHeads).values({ companyId }).onConflictDoNothing()
  const [made] = await find()
  if (!made) throw new Error(`company ${companyId} has no audit log`)
  return made
}

export type UnchainedRow = Omit<AuditRow, 'number' | 'previousHash' | 'hash'>

/** Numbers and chains rows of one company, in their order. */
export async function appendRows(db: Transaction, companyId: number, rows: UnchainedRow[]): Promise<void> {
  let { number, hash } = await lockHead(db, companyId)
  const chained = rows.map((row): AuditRow => {
    number += 1
    const next = { ...row, number, previousHash: hash }
    hash = hashOfRow(next)
    return { ...next, hash }
  })
  await db.insert(auditLog).values(chained)
  await db
    .update(auditHeads)
    .set({ number, hash })
    .where(eq(auditHeads.companyId, companyId))
}
