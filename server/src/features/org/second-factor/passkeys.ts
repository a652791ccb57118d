// The passkeys of a person: listed, added and removed.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { mostPasskeys, type Passkey, type PasskeyCredential } from '@guiche/shared/features/org/passkeys.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockUser } from '#features/org/users/users.service.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import { newPasskeyChallenge, passkeyLifetime, readPasskeyChallenge } from './passkey-challenge.ts'
import { siteOf } from './pass-passkey.ts'
import * as repo from './passkeys.repo.ts'
import type { Person } from './second-factor.repo.ts'

const personOf = ({ companyId, id }: Actor): Person => ({ companyId, userId: id })

function passkeyOf({ id, name, isSynced, createdAt, usedAt }: repo.PasskeyRow): Passkey {
  return { id, name, isSynced, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null }
}

export const listPasskeys = async (ctx: Ctx, actor: Actor): Promise<Passkey[]> =>
  (await repo.passkeysOf(ctx.db, personOf(actor))).map(passkeyOf)

const challengeFor = ({ companyId, id }: Actor) => `${companyId}.${id}` as const

/** Options for `navigator.credentials.create`. Errors: those of a recent login, ERR_PASSKEYS_OFF, ERR_TOO_MANY_PASSKEYS. */
export async function startPasskey(ctx: Ctx, caller: Caller): Promise<{ options: Record<string, unknown> }> {
  await caller.confirm()
  const { actor } = caller
  const site = siteOf(ctx)
  const present = await repo.passkeysOf(ctx.db, personOf(actor))
  if (present.length >= mostPasskeys) throw new AppError('ERR_TOO_MANY_PASSKEYS')
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Guichê',
    rpID: site.id,
    userName: actor.email,
    userDisplayName: actor.name,
    // One place a person in each authenticator; it says nothing to whoever reads it.
    userID: Buffer.from(ctx.secrets.sign('passkey-user', challengeFor(actor))),
    challenge: newPasskeyChallenge(ctx, challengeFor(actor)),
    timeout: passkeyLifetime,
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as never
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
  return { options: { ...options } }
}

/** What the authenticator made, proved. Errors: ERR_PASSKEY_REFUSED. */
async function provedKey(ctx: Ctx, actor: Actor, credential: PasskeyCredential) {
  const site = siteOf(ctx)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: (given) => readPasskeyChallenge(ctx, challengeFor(actor), textOf(given)) !== null,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    requireUserVerification: true
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw new AppError('ERR_PASSKEY_REFUSED')
  return registrationInfo
}

/** As browsers give a challenge back. */
const textOf = (given: string): string => Buffer.from(given, 'base64url').toString()

/** Errors: ERR_PASSKEYS_OFF, ERR_PASSKEY_REFUSED, ERR_TOO_MANY_PASSKEYS. */
export async function addPasskey(
  ctx: Ctx,
  actor: Actor,
  { name, credential }: { name: string; credential: PasskeyCredential }
): Promise<Passkey> {
  const { credential: key, credentialBackedUp } = await provedKey(ctx, actor, credential)
  const person = personOf(actor)
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, actor.companyId, actor.id)
    if ((await repo.countPasskeys(tx.db, person)) >= mostPasskeys) throw new AppError('ERR_TOO_MANY_PASSKEYS')
    const row = await repo.insertPasskey(tx.db, {
      ...person,
      name,
      credentialId: key.id,
      publicKey: Buffer.from(key.publicKey).toString('base64url'),
      counter: key.counter,
      transports: key.transports ?? [],
      isSynced: credentialBackedUp,
      createdAt: tx.now()
    })
    if (!row) throw new AppError('ERR_PASSKEY_REFUSED')
    await mailAboutFactor(tx, person, { change: 'passkey-on' })
    recordChange(tx, actor, 'passkey.added', row.name)
    return passkeyOf(row)
  })
}

function recordChange(tx: Ctx, actor: Actor, action: 'passkey.added' | 'passkey.removed', passkey: string): void {
  const subject = { type: 'user', id: actor.id, label: actor.name }
  recordAudit(tx, { companyId: actor.companyId, action, subject, after: { passkey } })
}

/** Errors: ERR_NO_PASSKEY_FOUND. */
export function renamePasskey(ctx: Ctx, actor: Actor, id: number, name: string): Promise<Passkey> {
  return inTransaction(ctx, async (tx) => {
    const renamed = await repo.renamePasskey(tx.db, personOf(actor), id, name)
    if (!renamed) throw new AppError('ERR_NO_PASSKEY_FOUND')
    const { row, before } = renamed
    if (row.name !== before) {
      const subject = { type: 'user', id: actor.id, label: actor.name }
      const what = { before: { passkey: before }, after: { passkey: row.name } }
      recordAudit(tx, { companyId: actor.companyId, action: 'passkey.renamed', subject, ...what })
    }
    return passkeyOf(row)
  })
}

/** Errors: those of a recent login, ERR_NO_PASSKEY_FOUND. */
export async function removePasskey(ctx: Ctx, caller: Caller, id: number): Promise<void> {
  await caller.confirm()
  const { actor } = caller
  const person = personOf(actor)
  await inTransaction(ctx, async (tx) => {
    const name = await repo.deletePasskey(tx.db, person, id)
    if (name === undefined) throw new AppError('ERR_NO_PASSKEY_FOUND')
    await mailAboutFactor(tx, person, { change: 'passkey-off' })
    recordChange(tx, actor, 'passkey.removed', name)
  })
}
