// What the audit log says of companies: in their own log, and of one that is gone in the log of whoever deleted it.
import { recordAudit, recordChange, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { CompanyRow } from './companies.repo.ts'

const fields = { shown: ['name', 'email', 'phone', 'status', 'dueDate', 'recurrence', 'timeZone'] } as const
const plan = { shown: ['planId'] } as const
const all = { shown: [...fields.shown, ...plan.shown] } as const

const entryOf = ({ id, name }: CompanyRow) => ({ companyId: id, subject: { type: 'company', id, label: name } })

export function recordNewCompany(tx: Ctx, company: CompanyRow): void {
  recordMade(tx, { ...entryOf(company), action: 'company.created' }, company, all)
}

export function recordCompanyChange(tx: Ctx, before: CompanyRow, after: CompanyRow): void {
  recordChange(tx, { ...entryOf(after), action: 'company.changed' }, { before, after }, fields)
  recordChange(tx, { ...entryOf(after), action: 'company.plan-changed' }, { before, after }, plan)
}

/** A payment moved the due date, or another plan begins. */
export function recordRenewal(tx: Ctx, before: CompanyRow, change: Partial<CompanyRow>): void {
  const after = { ...before, ...change }
  recordChange(tx, { ...entryOf(before), action: 'company.renewed' }, { before, after }, { shown: ['dueDate'] })
  recordChange(tx, { ...entryOf(before), action: 'company.plan-changed' }, { before, after }, plan)
}

/** More or fewer people and connections beyond the plan. */
export function recordExtras(tx: Ctx, before: CompanyRow, change: Partial<CompanyRow>): void {
  const extras = { shown: ['extraUsers', 'extraConnections'] } as const
  recordChange(
    tx,
    { ...entryOf(before), action: 'company.changed' },
    { before, after: { ...before, ...change } },
    extras
  )
}

/** `companyId` is that of the super user: the log of the company goes with it. */
export function recordCompanyGone(tx: Ctx, companyId: number, { id, name, email, planId }: CompanyRow): void {
  const subject = { type: 'company', id, label: name }
  recordAudit(tx, {
    companyId,
    action: 'company.deleted',
    subject,
    aboutCompanyId: id,
    before: { name, email, planId }
  })
}
