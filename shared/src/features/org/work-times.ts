// Calls by which admins say when somebody works.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, nullableId } from '../../kernel/ids.ts'
import { userSchema } from './users.ts'
import { leaveSchema, workHours } from './work-hours.ts'

export const saveWorkHours = endpoint({
  method: 'PUT',
  path: '/users/:id/work-hours',
  access: 'admin',
  params: idParams,
  body: z.object({ hours: workHours.nullable() }),
  response: userSchema,
  summary: 'Hours in which somebody may sign in, null for no limit; a login outside of them ends within a minute'
})
export const saveLeave = endpoint({
  method: 'PUT',
  path: '/users/:id/leave',
  access: 'admin',
  params: idParams,
  body: leaveSchema
    .extend({ standInId: nullableId.default(null) })
    .refine(({ from, until }) => from <= until, { path: ['until'], message: 'ERR_VALIDATION' }),
  response: userSchema,
  summary: 'A leave from one day to another, both included; their tickets go to the stand-in, else back to their queues'
})
export const endLeave = endpoint({
  method: 'DELETE',
  path: '/users/:id/leave',
  access: 'admin',
  params: idParams,
  response: userSchema,
  summary: 'Ends a leave early, or takes a coming one back; tickets stay where they are by then'
})
