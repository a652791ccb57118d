// The other end of an invitation: what the link invites to, and the user who comes of it.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { hashPassword } from '#features/org/users/passwords.ts'
import { addUser } from '#features/org/users/users.service.ts'
import { isSecretOf, parseInvitationToken } from './invitation-token.ts'
import { invitationsByIds, markAccepted, type FoundInvitation } from './invitations.repo.ts'
import { announce, stateOf } from './invitations.service.ts'

const invalid = () => new AppError('ERR_INVITATION_INVALID')

/** Whatever is wrong with a link, a stranger is told the same. Errors: ERR_INVITATION_INVALID. */
async function findWaiting(ctx: Ctx, text: string): Promise<FoundInvitation> {
  const token = parseInvitationToken(text)
  if (!token) throw invalid()
  const [row] = await invitationsByIds(ctx.db, token.companyId, [token.id])
  if (!row || !isSecretOf(token.secret, row.tokenHash) || stateOf(row, ctx.now()) !== 'waiting') throw invalid()
  return row
}

/** Errors: ERR_INVITATION_INVALID, ERR_COMPANY_INACTIVE. */
export async function openInvitation(ctx: Ctx, token: string) {
  const row = await findWaiting(ctx, token)
  const company = await companyById(ctx, row.companyId)
  const standing = companyStanding({ status: company.status, dueDate: company.dueDate }, ctx.now())
  if (standing.state === 'closed') throw new AppError('ERR_COMPANY_INACTIVE')
  return {
    company: company.name,
    invitedBy: row.inviter.name,
    email: row.email,
    expiresAt: row.expiresAt.toISOString()
  }
}

interface Guest {
  token: string
  name: string
  email?: string | undefined
  password: string
}

/**
 * Makes the user. Of two who open one link at once, the second finds it used.
 * Errors: those of `openInvitation`, ERR_PLAN_LIMIT_USERS, ERR_EMAIL_ALREADY_EXISTS, those of `checkPassword`, ERR_VALIDATION.
 */
export async function acceptInvitation(ctx: Ctx, { token, name, email: given, password }: Guest) {
  const { companyId } = await findWaiting(ctx, token)
  await openInvitation(ctx, token)
  const passwordHash = await hashPassword(ctx, password)
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const { id, profile, role, queues, email: invited } = await findWaiting(tx, token)
    const email = invited ?? given
    if (email === undefined) throw new AppError('ERR_VALIDATION', { fields: { email: 'Required' } })
    const queueIds = queues.map((queue) => queue.id)
    const user = await addUser(tx, companyId, {
      name,
      email,
      passwordHash,
      profile,
      roleId: role?.id ?? null,
      queueIds
    })
    await markAccepted(tx.db, { companyId, id }, { acceptedBy: user.id, acceptedAt: tx.now() })
    recordAudit(tx, {
      companyId,
      action: 'invitation.accepted',
      subject: { type: 'invitation', id, label: invited },
      by: { id: user.id, name, email }
    })
    await announce(tx, companyId, [id])
    return { email }
  })
}
