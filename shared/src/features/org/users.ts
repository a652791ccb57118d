// Users of a company: attendants and admins.
import { z } from 'zod'
import { grantablePermissions, permissionKeys, profiles, type Standing } from '../../kernel/access.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, nullableId, optionalId } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { passwordLengths } from '../../kernel/passwords.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { queueBrief } from './queues.ts'
import { leaveSchema, workHours } from './work-hours.ts'

const allTicketValues = ['enabled', 'disabled'] as const

/** A role of the company beside somebody who has it. */
const userRole = z.object({ id: z.number(), name: z.string(), permissions: z.array(z.enum(permissionKeys)) })

export const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  super: z.boolean(),
  companyId: z.number(),
  whatsappId: z.number().nullable(),
  queues: z.array(queueBrief),
  allTicket: z.enum(allTicketValues),
  /** What an admin lets them do beyond their profile. */
  permissions: z.array(z.enum(grantablePermissions)),
  /** In place of what the profile and those grants allow; null for most, and for admins. */
  role: userRole.nullish(),
  online: z.boolean(),
  /** When they may sign in; null for always, and for colleagues, whom it does not concern. */
  workHours: workHours.nullish(),
  /** The present leave or the next one. */
  leave: leaveSchema.nullish(),
  createdAt: instant,
  updatedAt: instant
})
export type User = z.infer<typeof userSchema>

export function standingOf({ profile, super: isSuper, permissions, role, queues, allTicket }: User): Standing {
  const queueIds = queues.map((queue) => queue.id)
  return { profile, super: isSuper, permissions, role, queueIds, allTicket: allTicket === 'enabled' }
}

/** What a picker needs of a user. */
export const userBrief = z.object({ id: z.number(), name: z.string() })

/** Of every policy; the server asks for what its own wants. */
export const password = z
  .string()
  .min(passwordLengths.plain.min, 'Too Short!')
  .max(passwordLengths.strong.max, 'Too Long!')
export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email('Invalid email'))
export const personName = z
  .string()
  .trim()
  .min(2, 'Too Short!')
  .max(50, 'Too Long!')
  .refine(isStorable, 'ERR_VALIDATION')

/** The caller's own, which is asked for again unless the login is fresh, before what opens the company to somebody else. */
export const currentPassword = z.string().max(200).nullish()

/** Every value other than `enabled` means disabled; old dialogs send the misspelt 'desabled'. */
const allTicket = z.preprocess((v) => (v === 'enabled' ? 'enabled' : 'disabled'), z.enum(allTicketValues))

const grantedPermissions = z
  .array(z.enum(grantablePermissions))
  .max(grantablePermissions.length)
  .transform((keys) => grantablePermissions.filter((key) => keys.includes(key)))

export const userDraft = z.object({
  name: personName,
  email: emailAddress,
  password,
  profile: z.enum(profiles).default('user'),
  whatsappId: nullableId.optional(),
  queueIds: z.array(id).max(200).default([]),
  allTicket: allTicket.optional(),
  permissions: grantedPermissions.optional(),
  /** A role of the company, which ends single grants; null for what the profile allows. Admins have none. */
  roleId: nullableId.optional(),
  companyId: optionalId,
  currentPassword
})
export type UserDraft = z.output<typeof userDraft>

export const userPatch = z.object({
  name: personName.optional(),
  email: emailAddress.optional(),
  /** Empty text keeps the password. */
  password: z.union([password, z.literal('')]).nullish(),
  profile: z.enum(profiles).optional(),
  whatsappId: nullableId.optional(),
  queueIds: z.array(id).max(200).optional(),
  allTicket: z.preprocess(
    (v) => (v === undefined ? undefined : v === 'enabled' ? 'enabled' : 'disabled'),
    z.enum(allTicketValues).optional()
  ),
  permissions: grantedPermissions.optional(),
  /** A role of the company, which ends single grants; null for what the profile allows. Admins have none. */
  roleId: nullableId.optional(),
  companyId: optionalId,
  currentPassword
})
export type UserPatch = z.output<typeof userPatch>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'user',
  permission: 'users-page:write',
  query: pageQuery,
  response: z.object({ users: z.array(userSchema), count: z.number(), hasMore: z.boolean() })
})
export const listAllUsers = endpoint({
  method: 'GET',
  path: '/users/list',
  access: 'user',
  query: z.object({ companyId: optionalId }),
  response: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      profile: z.enum(profiles),
      online: z.boolean(),
      queues: z.array(queueBrief),
      leave: leaveSchema.nullish()
    })
  )
})
export const showUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'user',
  params: idParams,
  response: userSchema
})
export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'user',
  permission: 'users-page:write',
  body: userDraft,
  response: userSchema,
  recentLogin: 'always',
  summary: 'Asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'user',
  params: idParams,
  body: userPatch,
  response: userSchema,
  recentLogin: 'sometimes',
  summary:
    'Own name, e-mail and password for everyone; everything else and other users for whoever holds users-page:write, within what they hold themselves. A new password, e-mail, profile, role or permission asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Deletes a user; open tickets go back to their queue'
})

export const userEvent = wireEvent(
  (companyId) => `company-${companyId}-user`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), user: userSchema }),
    z.object({ action: z.literal('delete'), userId: z.number() })
  ])
)
