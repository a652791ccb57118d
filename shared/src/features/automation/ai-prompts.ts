// AI prompts: what connections and queues can be answered by.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'

const promptBrief = z.object({ id: z.number(), name: z.string() })
export type PromptBrief = z.infer<typeof promptBrief>

/** Open to companies without the plan's feature, too: the dialogs of connections and queues look here. */
export const listPrompts = endpoint({
  method: 'GET',
  path: '/prompt',
  access: 'user',
  response: z.object({ prompts: z.array(promptBrief) }),
  summary: 'By name'
})
