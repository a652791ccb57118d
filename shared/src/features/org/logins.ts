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

export const listOwnLogins = endpoint({
  method: 'GET',
  path: '/auth/logins',
  access: 'user',
  response: z.array(loginSchema),
  openWhenExpired: true
})
export const endOwnLogin = endpoint({
  method: 'DELETE',
  path: '/auth/logins/:loginId',
  access: 'user',
  params: z.object({ loginId: uuid }),
  response: ended,
  openWhenExpired: true
})
export const endOwnLogins = endpoint({
  method: 'DELETE',
  path: '/auth/logins',
  access: 'user',
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
  method: 'DELETE',
  path: '/users/:id/logins/:loginId',
  access: 'user',
  permission: 'users-page:write',
  params: z.object({ id, loginId: uuid }),
  response: ended
})
export const endLogins = endpoint({
  method: 'DELETE',
  path: '/users/:id/logins',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  response: ended,
  summary: 'Ends every login of somebody; the one that asks stays'
})
