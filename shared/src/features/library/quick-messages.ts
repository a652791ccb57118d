// Quick messages: short codes that write a whole answer.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/ids.ts'

export const quickMessageSchema = z.object({
  id: z.number(),
  shortcode: z.string(),
  message: z.string(),
  /** Visible to the whole company. */
  geral: z.boolean(),
  /** Editable by others. */
  status: z.boolean(),
  isMedia: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  userId: z.number().nullable(),
  companyId: z.number()
})
export type QuickMessage = z.infer<typeof quickMessageSchema>

/** A suggestion's label cuts messages over this many characters. */
export const suggestionLength = 35

export const listQuickMessages = endpoint({
  method: 'GET',
  path: '/quick-messages/list',
  access: 'user',
  query: z.object({ companyId: id.optional(), userId: id.optional() }),
  response: z.array(quickMessageSchema),
  summary: 'Own quick messages and those of the whole company'
})
