// Calls by which admins say when somebody works.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams } from '../../kernel/ids.ts'
import { userSchema } from './users.ts'
import { workHours } from './work-hours.ts'

export const saveWorkHours = endpoint({
  method: 'PUT',
  path: '/users/:id/work-hours',
  access: 'admin',
  params: idParams,
  body: z.object({ hours: workHours.nullable() }),
  response: userSchema,
  summary: 'Hours in which somebody may sign in, null for no limit; a login outside of them ends within a minute'
})
