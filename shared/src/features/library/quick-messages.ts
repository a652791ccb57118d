// Quick messages: short codes that write a whole answer.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idList, idParams, isStorable, optionalId, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

export const quickMessageSchema = z.object({
  id: z.number(),
  shortcode: z.string(),
  message: z.string(),
  /** Visible to the whole company. */
  geral: z.boolean(),
  /** Editable by others. */
  status: z.boolean(),
  isMedia: z.boolean(),
  /** The file is at `/public/{mediaPath}`, for about a week; null without one. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** It is offered in tickets of these queues alone; none: in all. */
  queueIds: z.array(z.number()),
  userId: z.number().nullable(),
  companyId: z.number()
})
export type QuickMessage = z.infer<typeof quickMessageSchema>

/** Bytes of an attachment at the most. */
export const largestQuickMessageFile = 16_000_000

const mandatory = 'Obrigatório'
const shortcode = z.string().trim().min(1, mandatory).max(60, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
/** Old clients send flags as text. */
const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
/** They send null for what a form left empty. */
const asLeftOut = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? undefined, schema)

export const quickMessageDraft = z.object({
  shortcode,
  message: asLeftOut(text(4096).default('')),
  geral: asLeftOut(flag.default(false)),
  status: asLeftOut(flag.default(false)),
  queueIds: asLeftOut(idList.default([]))
})
export type QuickMessageDraft = z.output<typeof quickMessageDraft>

/** What is left out stays. */
const quickMessagePatch = z.object({
  shortcode: shortcode.optional(),
  message: asLeftOut(text(4096).optional()),
  geral: asLeftOut(flag.optional()),
  status: asLeftOut(flag.optional()),
  queueIds: asLeftOut(idList.optional())
})
export type QuickMessagePatch = z.output<typeof quickMessagePatch>

/** Whether a quick message is offered in tickets of a queue; null for those without one. */
export const isForQueue = ({ queueIds }: Pick<QuickMessage, 'queueIds'>, queueId: number | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))

/** A suggestion's label cuts messages over this many characters. */
export const suggestionLength = 35

export const listQuickMessages = endpoint({
  method: 'GET',
  path: '/quick-messages/list',
  access: 'user',
  query: z.object({ companyId: optionalId, userId: optionalId }),
  response: z.array(quickMessageSchema),
  summary: 'Own quick messages and those of the whole company'
})
export const listQuickMessagePage = endpoint({
  method: 'GET',
  path: '/quick-messages',
  access: 'user',
  query: pageQuery.extend({ companyId: optionalId, userId: optionalId }),
  response: z.object({ records: z.array(quickMessageSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'The same by shortcode, 20 a page; the search looks at shortcodes and texts'
})
export const showQuickMessage = endpoint({
  method: 'GET',
  path: '/quick-messages/:id',
  access: 'user',
  params: idParams,
  response: quickMessageSchema
})
export const createQuickMessage = endpoint({
  method: 'POST',
  path: '/quick-messages',
  access: 'user',
  body: quickMessageDraft,
  response: quickMessageSchema
})
export const updateQuickMessage = endpoint({
  method: 'PUT',
  path: '/quick-messages/:id',
  access: 'user',
  params: idParams,
  body: quickMessagePatch,
  response: quickMessageSchema
})
export const deleteQuickMessage = endpoint({
  method: 'DELETE',
  path: '/quick-messages/:id',
  access: 'user',
  params: idParams,
  response: z.object({ message: z.string() })
})
export const uploadQuickMessageFile = endpoint({
  method: 'POST',
  path: '/quick-messages/:id/media-upload',
  access: 'user',
  params: idParams,
  multipart: true,
  response: quickMessageSchema,
  summary: 'A file in the field `file`; it takes the place of the one before'
})
export const removeQuickMessageFile = endpoint({
  method: 'DELETE',
  path: '/quick-messages/:id/media-upload',
  access: 'user',
  params: idParams,
  response: quickMessageSchema
})

/** Spelled as legacy clients know it. */
export const quickMessageEvent = wireEvent(
  (companyId) => `company${companyId}-quickemessage`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: quickMessageSchema }),
    /** Also sent to those from whom a message is taken back. */
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
