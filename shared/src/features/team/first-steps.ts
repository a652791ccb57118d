// What a company does in its first hour, and what of it is done.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'

/** In the order in which they lead to the first answered message. */
export const firstSteps = ['number', 'queue', 'people', 'hours', 'greeting', 'answered'] as const
export type FirstStep = (typeof firstSteps)[number]

export const showFirstSteps = endpoint({
  method: 'GET',
  path: '/first-steps',
  access: 'admin',
  response: z.object({ done: z.array(z.enum(firstSteps)) }),
  summary: 'Which of the first steps are done, read from what there is and ticked by nobody'
})
