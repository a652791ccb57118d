// Roles: sets of permissions that a company names itself, beside admin, supervisor and user.
import { z } from 'zod'
import { permissionKeys } from '../../kernel/access.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, isStorable } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { currentPassword } from './users.ts'

/** Roles that a company may have. */
export const mostRoles = 50

export const roleSchema = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  permissions: z.array(z.enum(permissionKeys)),
  /** People who have it. */
  userCount: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Role = z.infer<typeof roleSchema>

export const roleDraft = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  /** Each once, in the order of the table. */
  permissions: z
    .array(z.enum(permissionKeys))
    .max(permissionKeys.length)
    .transform((keys) => permissionKeys.filter((key) => keys.includes(key))),
  currentPassword
})
export type RoleDraft = z.output<typeof roleDraft>

export const listRoles = endpoint({
  method: 'GET',
  path: '/roles',
  access: 'user',
  permission: 'users-page:write',
  response: z.array(roleSchema),
  summary: `By name, at most ${mostRoles}`
})
export const createRole = endpoint({
  method: 'POST',
  path: '/roles',
  access: 'admin',
  body: roleDraft,
  response: roleSchema,
  recentLogin: 'always',
  summary: 'Asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const updateRole = endpoint({
  method: 'PUT',
  path: '/roles/:id',
  access: 'admin',
  params: idParams,
  body: roleDraft,
  response: roleSchema,
  recentLogin: 'always',
  summary: 'Counts at once for everybody who has it. Asks for currentPassword as creating does'
})
export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/roles/:id',
  access: 'admin',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'ERR_ROLE_IN_USE with their number while people have it, or are invited with it'
})

export const roleEvent = wireEvent(
  (companyId) => `company-${companyId}-role`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), role: roleSchema }),
    z.object({ action: z.literal('delete'), roleId: z.number() })
  ])
)
