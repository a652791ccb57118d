// Inviting people: within the plan, with no more rights than the inviter has, and taken back at any time.
import { hasPermission, isWithin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import {
  invitationDays,
  type FreshInvitation,
  type Invitation,
  type InvitationDraft
} from '@guiche/shared/features/org/invitations.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { claimSeat, lockCompany } from '#features/org/plans/plans.service.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { botLanguageOf } from '#features/org/settings/settings.service.ts'
import { knownEmails, positionOf } from '#features/org/users/users.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { formatInvitationToken, newInvitationSecret } from './invitation-token.ts'
import { invitationDeleted, invitationSaved } from './invitations.events.ts'
import { mailInvitationJob } from './invitations.jobs.ts'
import * as repo from './invitations.repo.ts'

const day = 24 * 3_600_000
/** Invitations that a list shows. */
const listed = 100
/** Invitations of a company a day, and to one address: mails to strangers are not ours to give away. */
const mostADay = 100
const mostToOne = 5

/** Who looks after people no more lets nobody in, nor does anybody let in who may more than they. */
function stillLetsIn({ inviter, profile, role, queues }: repo.FoundInvitation): boolean {
  const queueIds = queues.map(({ id }) => id)
  const invited = { profile, role, queueIds, super: false, allTicket: false }
  return hasPermission(inviter, 'users-page:write') && isWithin(inviter, invited)
}

export function stateOf(row: repo.FoundInvitation, now: Date): Invitation['state'] {
  if (row.acceptedAt) return 'accepted'
  if (row.revokedAt || !stillLetsIn(row)) return 'revoked'
  return row.expiresAt <= now ? 'expired' : 'waiting'
}

function asInvitation(row: repo.FoundInvitation, now: Date): Invitation {
  const { id, email, profile, queues, acceptedBy } = row
  const role = row.role && { id: row.role.id, name: row.role.name }
  const stamps = { expiresAt: row.expiresAt.toISOString(), createdAt: row.createdAt.toISOString() }
  return {
    id,
    email,
    profile,
    role,
    queues,
    state: stateOf(row, now),
    invitedBy: row.inviter.name,
    acceptedBy,
    ...stamps
  }
}

export async function listInvitations(ctx: Ctx, { companyId }: Actor): Promise<Invitation[]> {
  return (await repo.newestInvitations(ctx.db, companyId, listed)).map((row) => asInvitation(row, ctx.now()))
}

/** Tells the admins of invitations as they are now. */
export async function announce(
  tx: Ctx,
  companyId: number,
  ids: readonly number[],
  isNew = false
): Promise<Invitation[]> {
  const found = (await repo.invitationsByIds(tx.db, companyId, ids)).map((row) => asInvitation(row, tx.now()))
  for (const invitation of found) tx.bus.emit(invitationSaved, { companyId, invitation, isNew })
  return found
}

/** Errors: ERR_INVITATION_LIMIT; ERR_EMAIL_HAS_ACCOUNT with the address. */
async function checkAddresses(tx: Ctx, companyId: number, emails: readonly string[]): Promise<void> {
  const since = new Date(tx.now().getTime() - day)
  if ((await repo.countSince(tx.db, companyId, since)) + Math.max(emails.length, 1) > mostADay) {
    throw new AppError('ERR_INVITATION_LIMIT')
  }
  for (const email of emails) {
    if ((await repo.countSince(tx.db, companyId, since, email)) < mostToOne) continue
    throw new AppError('ERR_INVITATION_LIMIT', { fields: { emails: 'ERR_INVITATION_LIMIT' } })
  }
  const [email] = await knownEmails(tx, emails)
  if (email !== undefined) throw new AppError('ERR_EMAIL_HAS_ACCOUNT', { values: { email } })
}

type Asked = Pick<InvitationDraft, 'profile' | 'queueIds' | 'roleId' | 'language'>

async function invite(tx: Ctx, { id: invitedBy, companyId, name }: Actor, email: string | null, asked: Asked) {
  const { secret, tokenHash } = newInvitationSecret()
  const expiresAt = new Date(tx.now().getTime() + invitationDays * day)
  const { profile, queueIds, roleId } = asked
  const row = { companyId, email, profile, roleId, queueIds, tokenHash, invitedBy, expiresAt, createdAt: tx.now() }
  const id = await repo.insertInvitation(tx.db, row)
  const link = `${tx.config.publicUrl}${consolePage(pages.invitation)}#${formatInvitationToken({ companyId, id, secret })}`
  if (email !== null) {
    await tx.jobs.add(tx, mailInvitationJob, {
      companyId,
      id,
      to: email,
      invitedBy: name,
      company: (await companyById(tx, companyId)).name,
      language: asked.language ?? (await botLanguageOf(tx, companyId)),
      sealedLink: tx.secrets.encrypt(Buffer.from(link)).toString('base64')
    })
  }
  recordAudit(tx, {
    companyId,
    action: 'invitation.created',
    subject: { type: 'invitation', id, label: email },
    after: { profile, role: roleId ?? null, queues: queueIds }
  })
  return { id, link }
}

/**
 * One invitation for each address, or a link alone. What waits for an answer takes a seat of the plan already.
 * Errors: those of `confirm`, ERR_PLAN_LIMIT_USERS, ERR_NO_QUEUE_FOUND, ERR_INVITATION_LIMIT, ERR_EMAIL_HAS_ACCOUNT, those of `positionOf`.
 */
export async function createInvitations(ctx: Ctx, caller: Caller, draft: InvitationDraft): Promise<FreshInvitation[]> {
  const { actor } = caller
  const { companyId, sessionId } = actor
  await caller.confirm()
  const emails = [...new Set(draft.emails)]
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    await lockCompany(tx, companyId)
    const among = { companyId, now: tx.now() }
    const replaced = emails.length === 0 ? [] : await repo.revokeUnanswered(tx.db, among, { emails })
    return make(tx, actor, { ...draft, emails }, replaced)
  })
}

/**
 * Once more as the one was, which ends now if it has not yet.
 * Errors: those of `createInvitations`; ERR_NO_INVITATION_FOUND; ERR_INVITATION_INVALID for one that was accepted or taken back.
 */
export async function inviteAgain(
  ctx: Ctx,
  caller: Caller,
  id: number,
  asked: Pick<InvitationDraft, 'language'>
): Promise<FreshInvitation> {
  const { actor } = caller
  const { companyId, sessionId } = actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    await lockCompany(tx, companyId)
    const [row] = await repo.invitationsByIds(tx.db, companyId, [id])
    if (!row) throw new AppError('ERR_NO_INVITATION_FOUND')
    if (row.acceptedAt || row.revokedAt) throw new AppError('ERR_INVITATION_INVALID')
    const emails = row.email === null ? [] : [row.email]
    const among = { companyId, now: tx.now() }
    const replaced = await repo.revokeUnanswered(tx.db, among, row.email === null ? { id } : { emails })
    const { profile, queues } = row
    const queueIds = queues.map((queue) => queue.id)
    const draft = { emails, profile, queueIds, roleId: row.role?.id ?? null, language: asked.language }
    const [made] = await make(tx, actor, draft, replaced)
    if (!made) throw new Error('an invitation was made without an answer')
    return made
  })
}

/** Makes invitations in place of those `replaced`, within the plan and the limits; the company is locked. */
async function make(
  tx: Ctx,
  sender: Actor,
  draft: Asked & { emails: string[] },
  replaced: readonly number[]
): Promise<FreshInvitation[]> {
  const { companyId } = sender
  const { emails } = draft
  const waiting = await repo.countWaiting(tx.db, companyId, tx.now())
  await claimSeat(tx, companyId, 'users', waiting + Math.max(emails.length, 1) - 1)
  await checkAddresses(tx, companyId, emails)
  const queueIds = await ownQueueIds(tx, companyId, draft.queueIds)
  const { roleId } = await positionOf(tx, sender, draft)
  const made: { id: number; link: string }[] = []
  for (const email of emails.length === 0 ? [null] : emails) {
    made.push(await invite(tx, sender, email, { ...draft, queueIds, roleId }))
  }
  await announce(tx, companyId, replaced)
  const ids = made.map(({ id }) => id)
  const saved = await announce(tx, companyId, ids, true)
  return made.flatMap(({ id, link }) =>
    saved.filter((one) => one.id === id).map((invitation) => ({ invitation, link }))
  )
}

/** One that was accepted stays as it is. Errors: ERR_NO_INVITATION_FOUND. */
export function revokeInvitation(ctx: Ctx, { companyId }: Actor, id: number): Promise<Invitation> {
  return inTransaction(ctx, async (tx) => {
    const revoked = await repo.revokeUnanswered(tx.db, { companyId, now: tx.now() }, { id })
    const [told] = await announce(tx, companyId, revoked)
    if (told) {
      const subject = { type: 'invitation', id, label: told.email }
      recordAudit(tx, { companyId, action: 'invitation.revoked', subject })
    }
    const [row] = told ? [] : await repo.invitationsByIds(tx.db, companyId, [id])
    if (told) return told
    if (!row) throw new AppError('ERR_NO_INVITATION_FOUND')
    return asInvitation(row, tx.now())
  })
}

/** What somebody sent out, or came in by, goes with them. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  for (const invitationId of await repo.deleteOfUser(tx.db, companyId, userId)) {
    tx.bus.emit(invitationDeleted, { companyId, invitationId })
  }
}
