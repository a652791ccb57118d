// What the audit log says of people: who came and went, what of them changed, and which rights they have.
import type { User } from '@guiche/shared/features/org/users.ts'
import { recordAudit, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'

const person = { shown: ['name', 'email', 'whatsappId'] } as const
const rights = { shown: ['profile', 'role', 'queues', 'allTicket', 'permissions', 'super'] } as const
const all = { shown: [...person.shown, ...rights.shown] } as const

/** Queues by their numbers: names of theirs change without the person; a role by the name that it had then. */
function audited(user: User) {
  const queues = user.queues.map(({ id }) => id).toSorted((a, b) => a - b)
  return { ...user, role: user.role?.name ?? null, queues }
}

const subjectOf = ({ id, name }: User) => ({ type: 'user', id, label: name })

export function recordNewUser(tx: Ctx, user: User): void {
  const entry = { companyId: user.companyId, subject: subjectOf(user) }
  recordMade(tx, { ...entry, action: 'user.created' }, audited(user), all)
}

/** What differs between two states of a person, and that the password is another one. */
export function recordUserChange(tx: Ctx, before: User, after: User, hasNewPassword: boolean): void {
  const entry = { companyId: after.companyId, subject: subjectOf(after) }
  const states = { before: audited(before), after: audited(after) }
  recordChange(tx, { ...entry, action: 'user.changed' }, states, person)
  recordChange(tx, { ...entry, action: 'user.rights-changed' }, states, rights)
  if (hasNewPassword) recordAudit(tx, { ...entry, action: 'password.changed' })
}

export function recordUserGone(tx: Ctx, user: User): void {
  const entry = { companyId: user.companyId, subject: subjectOf(user) }
  recordGone(tx, { ...entry, action: 'user.deleted' }, audited(user), all)
}
