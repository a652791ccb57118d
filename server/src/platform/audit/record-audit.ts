// Recording acts: entries wait for the end of their transaction and are written in it, so that neither is there alone.
import type { AuditActorKind } from '@guiche/shared/kernel/audit-actions.ts'
import type { Ctx } from '../ctx.ts'
import { auditFields, auditText, type AuditEntry, type AuditedFields, differenceOf, fieldsFor } from './audit-entry.ts'
import { appendRows, type UnchainedRow } from './audit-log.repo.ts'

const waiting = new WeakMap<Ctx, UnchainedRow[]>()

/** Lets a transaction record acts; `writeAudit` ends it. */
export function openAudit(tx: Ctx): void {
  waiting.set(tx, [])
}

interface Who {
  kind: AuditActorKind
  id: number | null
  name: string | null
  email: string | null
  /** The company of a super user who acts on another one. */
  home?: number
}

function whoActs({ call }: Ctx, { companyId, by, aboutCompanyId }: AuditEntry): Who {
  if (by) return { kind: 'user', ...by }
  const caller = call?.caller
  if (!call) return { kind: 'system', id: null, name: null, email: null }
  if (!caller) return { kind: 'visitor', id: null, name: null, email: null }
  if (!('email' in caller)) return { kind: 'token', id: caller.connectionId, name: null, email: null }
  const { id, name, email } = caller
  const isAway = caller.companyId !== companyId && aboutCompanyId === undefined
  return { kind: isAway ? 'super' : 'user', id, name, email, ...(isAway ? { home: caller.companyId } : {}) }
}

/**
 * Records an act in the running transaction; its row is written right before the commit. What a super user does to another
 * company stands in the log of their own as well. Errors: outside a transaction.
 */
export function recordAudit(tx: Ctx, entry: AuditEntry): void {
  const rows = waiting.get(tx)
  if (!rows) throw new Error(`${entry.action} is recorded outside of a transaction`)
  const { companyId, action, subject, before, after, aboutCompanyId = null } = entry
  const { kind, id, name, email, home } = whoActs(tx, entry)
  const row: UnchainedRow = {
    companyId,
    at: tx.now(),
    actorKind: kind,
    actorId: id,
    actorName: auditText(name),
    actorEmail: auditText(email),
    address: tx.call?.address ?? null,
    agent: tx.call?.agent ?? null,
    action,
    subjectType: subject?.type ?? null,
    subjectId: auditText(subject?.id),
    subjectLabel: auditText(subject?.label),
    aboutCompanyId,
    before: auditFields(before),
    after: auditFields(after)
  }
  rows.push(row)
  if (home !== undefined) rows.push({ ...row, companyId: home, actorKind: 'user', aboutCompanyId: companyId })
}

type Plain = Omit<AuditEntry, 'before' | 'after'>

/** Records what differs between two states of a record, and nothing where none of the listed fields does. */
export function recordChange<T extends object>(
  tx: Ctx,
  entry: Plain,
  { before, after }: { before: T; after: T },
  fields: AuditedFields<T>
): void {
  const difference = differenceOf(before, after, fields)
  if (difference) recordAudit(tx, { ...entry, ...difference })
}

/** Records that something was made, with the listed fields of it. */
export function recordMade<T extends object>(tx: Ctx, entry: Plain, record: T, fields: AuditedFields<T>): void {
  recordAudit(tx, { ...entry, after: fieldsFor(record, fields) })
}

/** Records that something is gone, with the listed fields that it had. */
export function recordGone<T extends object>(tx: Ctx, entry: Plain, record: T, fields: AuditedFields<T>): void {
  recordAudit(tx, { ...entry, before: fieldsFor(record, fields) })
}

/** The company of the person who calls: the log of what belongs to no company. Null where the server acts by itself. */
export const companyOfCaller = (tx: Ctx): number | null => tx.call?.caller?.companyId ?? null

/** Writes what was recorded. Called last: the heads of the logs stay locked for the commit alone, in one order. */
export async function writeAudit(tx: Ctx): Promise<void> {
  const rows = waiting.get(tx) ?? []
  const byCompany = Map.groupBy(rows, (row) => row.companyId)
  for (const [companyId, own] of [...byCompany].toSorted(([a], [b]) => a - b)) await appendRows(tx.db, companyId, own)
}
