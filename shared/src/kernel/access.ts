// Who may call what: access levels, permission keys and plan flags, with the pure rules that both ends use.

/** Access levels of an endpoint, in rising order of power; `external-token` is a connection's own token. */
export type Access = 'public' | 'user' | 'admin' | 'super' | 'external-token'

export const profiles = ['admin', 'supervisor', 'user'] as const
export type Profile = (typeof profiles)[number]

/** What an admin may let a user do; admins may all of it. */
export const grantablePermissions = [
  'prompts-page:write',
  'queue-integration-page:write',
  'files-page:write',
  'contact-lists-page:delete',
  'campaigns-config:write',
  'contacts-page:renumber'
] as const
export type GrantablePermission = (typeof grantablePermissions)[number]

export const permissionKeys = [
  'ticket-options:deleteTicket',
  'connections-page:addConnection',
  'connections-page:actionButtons',
  'connections-page:editOrDeleteConnection',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'contacts-page:deleteContact',
  'contact-list-items:delete',
  ...grantablePermissions
] as const
export type PermissionKey = (typeof permissionKeys)[number]

export const planFlags = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations'
] as const
export type PlanFlag = (typeof planFlags)[number]

/** The least that has to be known of a person to decide what they may do. */
export interface Grantee {
  profile: Profile
  super: boolean
  /** Granted by an admin; nothing when left out. */
  permissions?: readonly GrantablePermission[]
}

/** True for admins and for the super user, who is an admin of the own company. */
export const isAdmin = (who: Grantee): boolean => who.super || who.profile === 'admin'

/** Every permission key belongs to admins (spec open decision O4); users and supervisors hold what they were granted. */
export function hasPermission(who: Grantee, key: PermissionKey): boolean {
  return isAdmin(who) || who.permissions?.some((granted) => granted === key) === true
}

/** A missing plan flag counts as enabled; only a strict false disables the feature (spec R119). */
export const isPlanFlagOn = (plan: Partial<Record<PlanFlag, boolean>> | null | undefined, flag: PlanFlag): boolean =>
  plan?.[flag] !== false
