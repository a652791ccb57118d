// Logins of people: the devices at which somebody is signed in, and ending them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, uuid } from '../../kernel/ids.ts'

/** Names that are not known are null; so is everything of logins from before it was written down. */
const loginSchema = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Of the last exchange of tokens. */
  address: z.string().nullable(),
  createdAt: instant,
  /** Last exchange of tokens: a console that is open has one every quarter of an hour. */
  seenAt: instant,
  /** The one that asks. */
  isThis: z.boolean()
})
export type Login = z.infer<typeof loginSchema>

const ended = z.object({ ended: z.number() })
/** Whoever took a login over must not throw its owner out: each asks for the own password, if that login is older than five minutes. */
const confirmed = { body: z.object({ currentPassword: z.string().max(200).nullish() }), recentLogin: 'always' } as const

export const listOwnLogins = endpoint({
  method: 'GET',
  path: '/auth/logins',
  access: 'user',
  response: z.array(loginSchema),
  openWhenExpired: true
})
export const endOwnLogin = endpoint({
  method: 'POST',
  path: '/auth/logins/:loginId/removal',
  access: 'user',
  params: z.object({ loginId: uuid }),
  ...confirmed,
  response: ended,
  openWhenExpired: true
})
export const endOwnLogins = endpoint({
  method: 'POST',
  path: '/auth/logins/removal',
  access: 'user',
  ...confirmed,
  response: ended,
  openWhenExpired: true,
  summary: 'Ends every other login of the caller'
})
export const listLogins = endpoint({
  method: 'GET',
  path: '/users/:id/logins',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  response: z.array(loginSchema)
})
export const endLogin = endpoint({
  method: 'POST',
  path: '/users/:id/logins/:loginId/removal',
  access: 'user',
  permission: 'users-page:write',
  params: z.object({ id, loginId: uuid }),
  ...confirmed,
  response: ended
})
export const endLogins = endpoint({
  method: 'POST',
  path: '/users/:id/logins/removal',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  ...confirmed,
  response: ended,
  summary: 'Ends every login of somebody; the one that asks stays'
})
