// Tells a person by mail, at the address they had before, that somebody has changed what opens their account.
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { botLanguageOf } from '#features/org/settings/settings.service.ts'
import type { AccountChange } from './account-change-mail.ts'
import { mailAccountChangeJob } from './users.jobs.ts'
import { preferencesOf } from './preferences.repo.ts'
import { accountOf } from './users.repo.ts'

interface How {
  /** Who did it; `reset-code` for a forgotten password. */
  by: Pick<Actor, 'id' | 'name'> | 'reset-code'
  newEmail?: string | undefined
  /** Name of the connection that a token was made for. */
  connection?: string
}

/** Enough to recognise an address of one's own, and not to learn one that is not. */
const masked = (email: string): string => email.replace(/^(.{1,2})[^@]*/, '$1…')

/** Where and how a person is written to about their account; undefined for nobody. */
export async function personToMail(tx: Ctx, { companyId, userId }: { companyId: number; userId: number }) {
  const account = await accountOf(tx.db, companyId, userId)
  if (!account) return undefined
  const { email: to, name, timeZone } = account
  const chosen = (await preferencesOf(tx.db, companyId, userId)).language
  return { to, name, timeZone, language: chosen ?? (await botLanguageOf(tx, companyId)) }
}

/** To be called in the transaction of the change and before it, while the address is still the old one. */
export async function mailAccountChange(
  tx: Ctx,
  { companyId, userId }: { companyId: number; userId: number },
  changes: AccountChange[],
  { by, newEmail, connection = '' }: How
): Promise<void> {
  const person = changes.length === 0 ? undefined : await personToMail(tx, { companyId, userId })
  if (!person) return
  const isOwn = by !== 'reset-code' && by.id === userId
  await tx.jobs.add(tx, mailAccountChangeJob, {
    ...person,
    changes,
    how: by === 'reset-code' ? 'reset-code' : isOwn ? 'own' : 'admin',
    admin: by === 'reset-code' || isOwn ? null : by.name,
    newEmail: newEmail !== undefined && changes.includes('email') ? masked(newEmail) : null,
    connection: changes.includes('token') ? connection : null,
    at: tx.now().getTime()
  })
}
