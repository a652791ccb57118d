// Who is calling: the person behind an access token, with present rights.
import type { GrantablePermission, PermissionKey, PlanFlag, Profile } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'

export interface Actor {
  id: number
  companyId: number
  name: string
  email: string
  profile: Profile
  super: boolean
  queueIds: number[]
  allTicket: boolean
  permissions: readonly GrantablePermission[]
  /** In place of what the profile and those grants allow. */
  role: { permissions: readonly PermissionKey[] } | null
  /** Default connection. */
  connectionId: number | null
  /** Login this access token belongs to. */
  sessionId: string
  planFlags: Partial<Record<PlanFlag, boolean>>
  timeZone: string
  /** End of the paid time; null for none. */
  dueDate: Date | null
}

/** A program that calls with the token of a connection. */
export interface ExternalCaller {
  companyId: number
  connectionId: number
  planFlags: Partial<Record<PlanFlag, boolean>>
  dueDate: Date | null
}

/** From whom and whence a call comes. */
export interface CallSource {
  /** Null for whoever has not signed in. */
  caller: Actor | ExternalCaller | null
  address: string
  /** Browser and system in a few words. */
  agent: string | null
}

/** Who calls, and the way to ask whether it is them. */
export interface Caller {
  actor: Actor
  /**
   * Passes for whoever signed in within the last minutes or sent the own password with the call; an endpoint says with
   * `recentLogin` that it asks. To be called before the transaction, since it takes as long as a login. Errors: those of
   * `ActorDirectory.confirm`.
   */
  confirm(): Promise<void>
}

/** Finds actors; implemented by the auth feature. */
export interface ActorDirectory {
  /** Errors: AppError ERR_SESSION_EXPIRED (403) for a missing or expired token, 401 codes for a login that is over. */
  byAccessToken(token: string | undefined): Promise<Actor>
  /** The same person, from the cache: for a call that has taken a while. Errors: 401 codes for a login that is over. */
  byLogin(actor: Actor): Promise<Actor>
  /** The same person with present rights, or null when the login is over. Never from a cache. */
  again(actor: Actor): Promise<Actor | null>
  /**
   * Passes for a recent login and for the right password. Errors: ERR_CURRENT_PASSWORD_REQUIRED, ERR_CURRENT_PASSWORD_WRONG,
   * ERR_TOO_MANY_REQUESTS, ERR_SESSION_ENDED, ERR_SESSION_TAKEN_OVER.
   */
  confirm(actor: Actor, currentPassword: string | null | undefined, call?: CallSource): Promise<void>
  /** The person's sockets came or went. */
  setOnline(companyId: number, userId: number, online: boolean): Promise<void>
}

/** The company a call is about: the caller's own, or the one a super user names. Errors: ERR_NO_PERMISSION. */
export function companyInReach(actor: Actor, asked: number | undefined): number {
  if (asked === undefined || asked === actor.companyId) return actor.companyId
  if (!actor.super) throw new AppError('ERR_NO_PERMISSION')
  return asked
}
