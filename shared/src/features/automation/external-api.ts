// The external API: other programs send messages with the token of a connection.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant, text, uuid } from '../../kernel/ids.ts'
import { failureReasons, longestText } from '../inbox/messages.ts'

/** Messages a minute one connection's token may send. */
export const mostExternalSends = 300

/** What became of a message: it waits, WhatsApp has it, the customer's phone has it, it was read, or it failed. */
const externalStates = ['waiting', 'sent', 'delivered', 'read', 'failed'] as const

export const externalMessageSchema = z.object({
  id: uuid,
  ticketId: z.number(),
  state: z.enum(externalStates),
  /** Why it failed; null otherwise. */
  reason: z.enum(failureReasons).nullable(),
  createdAt: instant
})
export type ExternalMessage = z.infer<typeof externalMessageSchema>

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .nullish()
  .transform((value) => value === true || value === 'true' || value === '1')

export const externalDraft = z.object({
  /** Country code, area code and number; anything but digits is left out. */
  number: z.union([text(40), z.number().int().transform(String)]),
  body: text(longestText)
    .nullish()
    .transform((value) => value ?? ''),
  /** The conversation is closed afterwards, unless somebody attends it. */
  closeTicket: flag
})

export const sendExternally = endpoint({
  method: 'POST',
  path: '/api/messages/send',
  access: 'external-token',
  planFlag: 'useExternalApi',
  body: externalDraft,
  multipart: true,
  response: z.object({
    mensagem: z.string(),
    /** One a file; one for a text. */
    messages: z.array(externalMessageSchema)
  }),
  callsPerMinute: mostExternalSends,
  summary:
    'Sends a text, or files as multipart with the fields number, body, medias (up to 30 files) and closeTicket. The header Idempotency-Key (up to 60 characters) makes a repeated call send nothing and answer as the first did; with another number, text or files it is refused with ERR_IDEMPOTENCY_KEY_REUSED'
})

export const showExternally = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  access: 'external-token',
  planFlag: 'useExternalApi',
  params: z.object({ id: uuid }),
  response: externalMessageSchema,
  summary: 'What became of a message that was sent over this connection'
})
