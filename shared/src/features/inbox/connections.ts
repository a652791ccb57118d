// WhatsApp connections: the numbers a company is paired with.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, nullableId, optionalId, optionalOf, text } from '../../kernel/ids.ts'
import { digitsOf, isPhoneNumber } from '../../kernel/phone.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { queueBrief } from '../org/queues.ts'
import { longestToken } from './connection-token.ts'

export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** Why a connection is not (or was last not) connected; translated by the console. */
export const connectionReasons = [
  'never-paired',
  'stopped',
  'qr-expired',
  'logged-out',
  'replaced',
  'banned',
  'network',
  'no-answer',
  'refused',
  'restarting',
  'starting'
] as const
export type ConnectionReason = (typeof connectionReasons)[number]

/** Why no code to pair by is there (any more); translated by the console. */
export const pairingProblems = ['expired', 'lost', 'rate-limited', 'refused', 'no-answer'] as const
export type PairingProblem = (typeof pairingProblems)[number]

export const connectionPairing = z.object({
  /** Digits of the phone the code is for. */
  number: z.string(),
  /** Eight letters and digits; empty while WhatsApp is asked for it, and when there is a problem. */
  code: z.string(),
  /** Until when the code may be typed. */
  expiresAt: instant.nullable(),
  problem: z.enum(pairingProblems).nullable()
})
export type ConnectionPairing = z.infer<typeof connectionPairing>

/** Which of a phone's earlier conversations come with it when it is paired: those of so many days. */
export const historyChoices = ['off', '7-days', '30-days', '90-days', 'all'] as const
export type HistoryChoice = (typeof historyChoices)[number]

/** Why earlier conversations could not be imported; translated by the console. */
export const historyFailures = ['not-available', 'unreadable', 'internal'] as const
export type HistoryFailure = (typeof historyFailures)[number]

/** How far the import of the earlier conversations of the last paired phone is. */
export const historyImportSchema = z.object({
  status: z.enum(['running', 'done', 'failed']),
  /** 0 to 100. */
  progress: z.number(),
  conversations: z.number(),
  messages: z.number(),
  /** Messages that could not be read or stored. */
  skipped: z.number(),
  failure: z.enum(historyFailures).nullable()
})
export type HistoryImport = z.infer<typeof historyImportSchema>

export const connectionSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** The name again, as other legacy clients call it. */
  connectionName: z.string(),
  status: z.enum(connectionStatuses),
  /** QR text while status is `qrcode`; only admins receive it. */
  qrcode: z.string(),
  retries: z.number(),
  /** While a code was asked for, which is typed on the phone instead of scanning; only admins receive it. */
  pairing: connectionPairing.nullable(),
  isDefault: z.boolean(),
  /** Own phone number once paired, digits. */
  number: z.string().nullable(),
  statusReason: z.enum(connectionReasons).nullable(),
  /** Since when the status holds. */
  statusSince: instant,
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** Older clients read it: always empty, null for those who may not administer connections. */
  token: z.string().nullable(),
  /** There is a token of the external API. */
  hasToken: z.boolean(),
  /** Always `beta`: older clients read it, nothing else does. */
  provider: z.string(),
  expiresInactiveMessage: z.string(),
  expiresTicket: z.number(),
  timeUseBotQueues: z.number(),
  maxUseBotQueues: z.number(),
  queues: z.array(queueBrief),
  queueIds: z.array(z.number()),
  transferQueueId: z.number().nullable(),
  /** Minutes a ticket waits before it goes to transferQueueId; 0 = never. */
  timeToTransfer: z.number(),
  promptId: z.number().nullable(),
  integrationId: z.number().nullable(),
  /** Counts for phones that are paired from now on. */
  importHistory: z.enum(historyChoices),
  /** Null when none was begun, and for those who may not administer connections. */
  historyImport: historyImportSchema.nullable(),
  /** Messages that wait to go out and inbound messages that could not be processed. */
  waiting: z.number(),
  failures: z.number(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Connection = z.infer<typeof connectionSchema>

const optionalText = text(4096)
  .nullish()
  .transform((v) => v ?? '')
function count(fallback: number) {
  return z
    .preprocess((v) => (v === '' || v === null ? undefined : v), z.coerce.number().int().min(0).max(100_000).optional())
    .optional()
    .transform((v) => v ?? fallback)
}

export const connectionDraft = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  isDefault: z.boolean().default(false),
  greetingMessage: optionalText,
  complationMessage: optionalText,
  outOfHoursMessage: optionalText,
  ratingMessage: optionalText,
  /** Of older clients, whose forms make one; whatever is empty keeps the stored one. See `renewToken`. */
  token: text(longestToken)
    .nullish()
    .transform((v) => v || undefined),
  expiresInactiveMessage: optionalText,
  expiresTicket: count(0),
  timeUseBotQueues: count(0),
  maxUseBotQueues: count(3),
  queueIds: z.array(id).max(200).default([]),
  transferQueueId: nullableId.optional().transform((v) => v ?? null),
  timeToTransfer: count(0),
  promptId: nullableId.optional().transform((v) => v ?? null),
  integrationId: nullableId.optional().transform((v) => v ?? null),
  importHistory: z.enum(historyChoices).default('off')
})
export type ConnectionDraft = z.output<typeof connectionDraft>

/** A change: what is left out stays as it is. */
export const connectionPatch = connectionDraft
  .extend({ isDefault: z.boolean(), queueIds: z.array(id).max(200), importHistory: z.enum(historyChoices) })
  .partial()
export type ConnectionPatch = z.output<typeof connectionPatch>

const listQuery = z.object({ companyId: optionalId, session: optionalOf(z.coerce.number()) })

export const listConnections = endpoint({
  method: 'GET',
  path: '/whatsapp',
  access: 'user',
  query: listQuery,
  response: z.array(connectionSchema)
})
export const showConnection = endpoint({
  method: 'GET',
  path: '/whatsapp/:id',
  access: 'user',
  params: idParams,
  query: listQuery,
  response: connectionSchema
})
export const createConnection = endpoint({
  method: 'POST',
  path: '/whatsapp',
  access: 'user',
  permission: 'connections-page:addConnection',
  body: connectionDraft,
  response: connectionSchema,
  recentLogin: 'sometimes'
})
export const updateConnection = endpoint({
  method: 'PUT',
  path: '/whatsapp/:id',
  access: 'user',
  permission: 'connections-page:editOrDeleteConnection',
  params: idParams,
  body: connectionPatch,
  response: connectionSchema,
  recentLogin: 'sometimes'
})
export const deleteConnection = endpoint({
  method: 'DELETE',
  path: '/whatsapp/:id',
  access: 'user',
  permission: 'connections-page:editOrDeleteConnection',
  params: idParams,
  response: z.object({ message: z.string() })
})

const sessionReply = z.object({ message: z.string() })
export const startSession = endpoint({
  method: 'POST',
  path: '/whatsappsession/:id',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  response: sessionReply,
  summary: 'Try again with what is known'
})
export const renewSession = endpoint({
  method: 'PUT',
  path: '/whatsappsession/:id',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  response: sessionReply,
  summary: 'Forget the pairing and show a new QR code'
})
export const pairingCodeRequest = z.object({
  number: z
    .string()
    .transform(digitsOf)
    .pipe(
      z
        .string()
        .regex(/^[1-9]/, 'ERR_WAPP_INVALID_CONTACT')
        .refine(isPhoneNumber, 'ERR_WAPP_INVALID_CONTACT')
    )
})
export const requestPairingCode = endpoint({
  method: 'POST',
  path: '/whatsappsession/:id/pairing-code',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  body: pairingCodeRequest,
  response: sessionReply,
  // Each call rings on the phone it names.
  callsPerMinute: 20,
  summary: 'Ask for a code to type on the phone with this number instead of scanning; it comes with the connection'
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/whatsappsession/:id',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  response: sessionReply,
  summary: 'Log out and disconnect'
})

export const retryHistoryImport = endpoint({
  method: 'POST',
  path: '/whatsapp/:id/history-import',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Try again what could not be imported of the earlier conversations'
})

/** List of connections changed; goes to everybody of the company without token and QR, to admins with them. */
export const connectionEvent = wireEvent(
  (companyId) => `company-${companyId}-whatsapp`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('update'), whatsapp: connectionSchema }),
    z.object({ action: z.literal('delete'), whatsappId: z.number() })
  ])
)

export const connectionSession = connectionSchema.pick({
  id: true,
  name: true,
  status: true,
  qrcode: true,
  retries: true,
  pairing: true,
  number: true,
  statusReason: true,
  statusSince: true,
  historyImport: true,
  updatedAt: true
})
export type ConnectionSession = z.infer<typeof connectionSession>

/** Status, QR code and retries of one connection; not kept for catching up. */
export const connectionSessionEvent = wireEvent(
  (companyId) => `company-${companyId}-whatsappSession`,
  z.object({ action: z.literal('update'), session: connectionSession })
)

/** Earlier conversations were imported without a word about each: contacts, tickets and messages are to be asked for again. */
export const historyImportedEvent = wireEvent(
  (companyId) => `company-${companyId}-historyImport`,
  z.object({ action: z.literal('update'), whatsappId: z.number() })
)
