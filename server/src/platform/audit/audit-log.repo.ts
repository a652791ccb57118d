// SQL of the audit log: rows are added at its head, which is locked until the commit, and old ones go from its foot.
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { AuditAction } from '@guiche/shared/kernel/audit-actions.ts'
import { openTransaction, type Database, type Transaction } from '#database/client.ts'
import { auditHeads, auditLog } from '#database/tables/audit.ts'
import { hashOfRow } from './audit-chain.ts'
import type { AuditHead, AuditRow } from './audit-rows.repo.ts'

/** Locks the head of a company's log until the transaction ends. Errors: those of PostgreSQL for a company that is gone. */
async function lockHead(db: Transaction, companyId: number): Promise<AuditHead> {
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
  await db.update(auditHeads).set({ number, hash }).where(eq(auditHeads.companyId, companyId))
}

/** A page of a log in the order of its numbers. */
export function rowsAfter(db: Transaction, companyId: number, number: number, limit: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.companyId, companyId), gt(auditLog.number, number)))
    .orderBy(asc(auditLog.number))
    .limit(limit)
}

/** The heads of all logs, or of one. */
export function headsOf(db: Transaction, companyId?: number): Promise<AuditHead[]> {
  return db
    .select()
    .from(auditHeads)
    .where(companyId === undefined ? undefined : eq(auditHeads.companyId, companyId))
    .orderBy(asc(auditHeads.companyId))
}

/** How often an act is in a log since a moment. */
export function countActs(db: Transaction, companyId: number, action: AuditAction, since: Date): Promise<number> {
  return db.$count(
    auditLog,
    and(eq(auditLog.companyId, companyId), eq(auditLog.action, action), gt(auditLog.at, since))
  )
}

/**
 * Takes the oldest rows of a log away, those before a moment and at most `limit` of them, and moves the anchor to the last:
 * from there on the chain is proved. Answers with how many there were. Belongs into a transaction.
 */
export async function pruneRows(db: Transaction, companyId: number, before: Date, limit: number): Promise<number> {
  const head = await lockHead(db, companyId)
  // Numbers follow each other, moments nearly: what is newer than the moment, and all after it, stays.
  const oldest = await rowsAfter(db, companyId, head.anchorNumber, limit)
  const kept = oldest.findIndex(({ at }) => at >= before)
  const taken = kept === -1 ? oldest : oldest.slice(0, kept)
  const last = taken.at(-1)
  if (!last) return 0
  await db.execute(sql`select set_config('guiche.audit_retention', 'on', true)`)
  await db.delete(auditLog).where(and(eq(auditLog.companyId, companyId), lte(auditLog.number, last.number)))
  await db.execute(sql`select set_config('guiche.audit_retention', 'off', true)`)
  await db
    .update(auditHeads)
    .set({ anchorNumber: last.number, anchorHash: last.hash })
    .where(eq(auditHeads.companyId, companyId))
  return taken.length
}

/** Reads everything as it is at one moment, whatever is written meanwhile. */
export function readUnmoved<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return openTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return work(tx)
  })
}
