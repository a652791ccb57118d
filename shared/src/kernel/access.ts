// Who may call what: access levels, permission keys and plan flags, with the pure rules that both ends use.

/** Access levels of an endpoint, in rising order of power; `external-token` is a connection's own token. */
export type Access = 'public' | 'user' | 'admin' | 'super' | 'external-token'

export const profiles = ['admin', 'supervisor', 'user'] as const
export type Profile = (typeof profiles)[number]

/** What an admin may let a single user do beyond the profile; admins may all of it. */
export const grantablePermissions = [
  'prompts-page:write',
  'queue-integration-page:write',
  'files-page:write',
  'contact-lists-page:delete',
  'campaigns-config:write',
  'contacts-page:renumber'
] as const
export type GrantablePermission = (typeof grantablePermissions)[number]

/**
 * Every permission there is, in the groups in which a role is put together. Roles themselves, the settings, the audit log
 * and what belongs to the super user are none: nobody but an admin has them.
 */
export const permissionGroups = {
  tickets: ['tickets:seeAll', 'tickets:takeOver', 'tickets:transfer', 'ticket-options:deleteTicket', 'messages:delete'],
  contacts: [
    'numbers:view',
    'contacts-page:write',
    'contacts-page:renumber',
    'contacts-page:deleteContact',
    'contacts-page:import',
    'contacts-page:export'
  ],
  campaigns: [
    'campaigns-page:write',
    'campaigns-page:export',
    'campaigns-config:write',
    'contact-lists-page:delete',
    'contact-list-items:delete'
  ],
  automation: ['prompts-page:write', 'queue-integration-page:write', 'files-page:write'],
  connections: [
    'connections-page:addConnection',
    'connections-page:actionButtons',
    'connections-page:editOrDeleteConnection'
  ],
  company: [
    'dashboard:view',
    'users-page:write',
    'user-modal:editProfile',
    'user-modal:editQueues',
    'financial-page:write'
  ]
} as const

export type PermissionGroup = keyof typeof permissionGroups
export type PermissionKey = (typeof permissionGroups)[PermissionGroup][number]

export const permissionGroupNames = Object.keys(permissionGroups) as PermissionGroup[]
export const permissionKeys = Object.values(permissionGroups).flat() as [PermissionKey, ...PermissionKey[]]

/** What everybody may who answers customers, unless a role leaves it out. */
const attendant = [
  'tickets:takeOver',
  'tickets:transfer',
  'messages:delete',
  'numbers:view',
  'contacts-page:write',
  'campaigns-page:write',
  'campaigns-page:export'
] as const satisfies readonly PermissionKey[]

/** What a profile may by itself (spec open decision O4: of the seven keys named there, admins alone hold any). */
export const profilePermissions: Record<Profile, readonly PermissionKey[]> = {
  admin: permissionKeys,
  supervisor: [...attendant, 'dashboard:view'],
  user: attendant
}

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
  /** Granted by an admin beyond the profile; nothing when left out. */
  permissions?: readonly GrantablePermission[]
  /** Takes the place of what the profile and single grants allow; admins have none. */
  role?: { permissions: readonly PermissionKey[] } | null | undefined
}

/** True for admins and for the super user, who is an admin of the own company. */
export const isAdmin = (who: Grantee): boolean => who.super || who.profile === 'admin'

/** The one question about rights, on both ends: admins may everything, a role says all that its people may. */
export function hasPermission(who: Grantee, key: PermissionKey): boolean {
  if (isAdmin(who)) return true
  if (who.role) return who.role.permissions.includes(key)
  return profilePermissions[who.profile].includes(key) || who.permissions?.some((granted) => granted === key) === true
}

/** True when somebody holds each of the permissions: what they may give to others. */
export const holdsAll = (who: Grantee, keys: readonly PermissionKey[]): boolean =>
  keys.every((key) => hasPermission(who, key))

/** Whether somebody sees the numbers of customers; from others the server hides them wherever they would leave it. */
export const seesNumbers = (who: Grantee): boolean => hasPermission(who, 'numbers:view')

/** Everything that somebody may, in the order of the groups. */
export const permissionsOf = (who: Grantee): PermissionKey[] => permissionKeys.filter((key) => hasPermission(who, key))

/** What somebody may and sees, as far as it decides who may give or take it. */
export interface Standing extends Grantee {
  queueIds: readonly number[]
  allTicket: boolean
}

/**
 * True where somebody may do and see nothing beyond the actor: whoever makes, changes or signs in as such a person gains
 * nothing by it. Nobody is beyond an admin but a super user, and every admin is beyond those who are none.
 */
export function isWithin(actor: Standing, person: Standing): boolean {
  if (isAdmin(actor)) return !person.super || actor.super
  if (isAdmin(person) || !holdsAll(actor, permissionsOf(person))) return false
  if (hasPermission(actor, 'tickets:seeAll')) return true
  return person.queueIds.every((id) => actor.queueIds.includes(id)) && (!person.allTicket || actor.allTicket)
}

/** A missing plan flag counts as enabled; only a strict false disables the feature (spec R119). */
export const isPlanFlagOn = (plan: Partial<Record<PlanFlag, boolean>> | null | undefined, flag: PlanFlag): boolean =>
  plan?.[flag] !== false
