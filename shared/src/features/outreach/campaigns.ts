// Campaigns: one message to many people, spread over time, with what became of each of them.
import { z } from 'zod'
import { languages } from '../../kernel/languages.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, isStorable, nullableId, optionalId, optionalOf, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { campaignCounts } from './campaign-counts.ts'
import { isMoment } from './schedule-moment.ts'

export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Why a campaign stopped by itself. */
const stopReasons = ['refused-by-whatsapp', 'connection-gone', 'nobody', 'plan-limit'] as const

/** Where a recipient stands: waits, was asked for a confirmation, was written to, was left out, or could not be reached. */
export const recipientStates = ['waiting', 'asked', 'sent', 'skipped', 'failed'] as const
export type RecipientState = (typeof recipientStates)[number]

const body = text(4096).nullish()
const texts = {
  message1: body,
  message2: body,
  message3: body,
  message4: body,
  message5: body,
  confirmationMessage1: body,
  confirmationMessage2: body,
  confirmationMessage3: body,
  confirmationMessage4: body,
  confirmationMessage5: body
}

export const campaignSchema = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  stopReason: z.enum(stopReasons).nullable(),
  /** Somebody could not be reached: a retry has whom to write to. */
  hasFailed: z.boolean(),
  confirmation: z.boolean(),
  ...texts,
  contactListId: z.number().nullable(),
  contactList: z.object({ id: z.number(), name: z.string() }).nullable(),
  tagListId: z.number().nullable(),
  whatsappId: z.number().nullable(),
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable(),
  fileListId: z.number().nullable(),
  scheduledAt: instant.nullable(),
  completedAt: instant.nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Campaign = z.infer<typeof campaignSchema>

/** What old clients count themselves goes along; `confirmation` is when it came. */
const shownCampaign = campaignSchema.extend({
  contactList: z
    .object({ id: z.number(), name: z.string(), contacts: z.array(z.object({ isWhatsappValid: z.boolean() })) })
    .nullable(),
  shipping: z.array(
    z.object({
      deliveredAt: instant.nullable(),
      confirmationRequestedAt: instant.nullable(),
      confirmation: instant.nullable()
    })
  ),
  counts: campaignCounts
})

const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
const moment = z.preprocess(
  (value) => (value === '' ? null : value),
  text(40).refine(isMoment, 'ERR_VALIDATION').nullable()
)
const name = z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')

const campaignFields = {
  ...texts,
  confirmation: flag.optional(),
  contactListId: nullableId.optional(),
  tagListId: nullableId.optional(),
  whatsappId: nullableId.optional(),
  fileListId: nullableId.optional(),
  /** With an offset an instant, else what the company's clocks show. */
  scheduledAt: moment.optional()
}
export const campaignDraft = z.object({ name, ...campaignFields })
/** What is left out stays. */
export const campaignPatch = z.object({ name: name.optional(), ...campaignFields })
export type CampaignPatch = z.output<typeof campaignPatch>
export type CampaignDraft = z.output<typeof campaignDraft>

/** A campaign may be changed while it is inactive, cancelled, or begins in more than an hour. */
export function isCampaignEditable(
  { status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>,
  now: number
): boolean {
  return (
    status === 'INATIVA' ||
    status === 'CANCELADA' ||
    (status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - now > 3_600_000)
  )
}

const seconds = (options: readonly number[]) =>
  z.coerce.number().refine((value) => options.includes(value), 'ERR_VALIDATION')
export const intervalOptions = [0, 5, 10, 15, 20] as const
export const longerOptions = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const
const hour = z.coerce.number().int().min(0).max(24)

const settingFields = {
  /** Seconds between two messages, give or take a half. */
  messageInterval: seconds(intervalOptions),
  /** After so many messages there is a longer pause; 0: none. */
  longerIntervalAfter: seconds(longerOptions),
  /** Seconds of the longer pause. */
  greaterInterval: seconds(longerOptions),
  variables: z
    .array(
      z.object({
        key: z
          .string()
          .trim()
          .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'ERR_VALIDATION'),
        value: text(1000)
      })
    )
    .max(100),
  /** First contacts that one connection makes in a day; 0: as many as there are. */
  firstContactsPerDay: z.coerce.number().int().min(0).max(100_000),
  /** A connection that is new to campaigns begins with 20 first contacts a day, and may make half as many again each day. */
  isWarmingUp: flag,
  /** By the company's clocks; equal: all day. */
  sendFrom: hour,
  sendUntil: hour
}
const settingsShape = z.object(settingFields)
export type CampaignSettings = z.output<typeof settingsShape>
export const campaignSettings = settingsShape.partial()
export const campaignDefaults: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  firstContactsPerDay: 0,
  isWarmingUp: false,
  sendFrom: 0,
  sendUntil: 0
}

/** Bytes of the file that goes with the first message. */
export const largestCampaignFile = 16_000_000

const removed = z.object({ message: z.string() })
const place = { access: 'user', planFlag: 'useCampaigns' } as const
const one = { ...place, permission: 'campaigns-page:write', params: idParams, response: campaignSchema } as const

export const listCampaigns = endpoint({
  ...place,
  method: 'GET',
  path: '/campaigns',
  query: pageQuery,
  response: z.object({ records: z.array(campaignSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'The newest first, 20 a page'
})
export const showCampaign = endpoint({
  ...place,
  method: 'GET',
  path: '/campaigns/:id',
  params: idParams,
  response: shownCampaign
})
export const createCampaign = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'POST',
  path: '/campaigns',
  body: campaignDraft,
  response: campaignSchema
})
export const updateCampaign = endpoint({ ...one, method: 'PUT', path: '/campaigns/:id', body: campaignPatch })
export const deleteCampaign = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'DELETE',
  path: '/campaigns/:id',
  params: idParams,
  response: removed
})
export const startCampaign = endpoint({
  ...one,
  method: 'POST',
  path: '/campaigns/:id/start',
  summary: 'An inactive or scheduled one begins at once'
})
export const cancelCampaign = endpoint({ ...one, method: 'POST', path: '/campaigns/:id/cancel' })
export const restartCampaign = endpoint({
  ...one,
  method: 'POST',
  path: '/campaigns/:id/restart',
  summary: 'Goes on where it was stopped'
})
export const retryCampaign = endpoint({
  ...one,
  method: 'POST',
  path: '/campaigns/:id/retry',
  summary: 'Those who could not be reached are written to again'
})
export const cloneCampaign = endpoint({ ...one, method: 'POST', path: '/campaigns/:id/clone' })
export const uploadCampaignMedia = endpoint({
  ...one,
  method: 'POST',
  path: '/campaigns/:id/media-upload',
  multipart: true,
  summary: 'A file in the field `file`, which goes with the first message; it takes the place of the one before'
})
export const removeCampaignMedia = endpoint({ ...one, method: 'DELETE', path: '/campaigns/:id/media-upload' })
export const previewCampaign = endpoint({
  ...place,
  method: 'GET',
  path: '/campaigns/:id/preview',
  params: idParams,
  query: z.object({ itemId: optionalId }),
  response: z.object({
    name: z.string(),
    number: z.string(),
    messages: z.array(z.object({ message: z.string(), confirmation: z.string().nullable() })),
    /** What follows each message: the text of the file list, then its files with what goes along. */
    attached: z.array(z.object({ text: z.string(), fileName: z.string().nullable() }))
  }),
  summary: 'What one person of the list would read; nothing is sent'
})
export const listRecipients = endpoint({
  ...place,
  method: 'GET',
  path: '/campaigns/:id/recipients',
  params: idParams,
  query: pageQuery.extend({ state: optionalOf(z.enum(recipientStates)) }),
  response: z.object({
    records: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        number: z.string(),
        state: z.enum(recipientStates),
        /** `opted-out`, `declined`, `not-on-whatsapp`, `unknown`, or a reason of messages. */
        reason: z.string().nullable(),
        sentAt: instant.nullable(),
        deliveredAt: instant.nullable(),
        confirmationRequestedAt: instant.nullable(),
        confirmedAt: instant.nullable()
      })
    ),
    count: z.number(),
    hasMore: z.boolean()
  })
})
export const exportCampaign = endpoint({
  ...place,
  permission: 'campaigns-page:export',
  method: 'POST',
  path: '/campaigns/:id/export',
  numbers: 'needed',
  params: idParams,
  body: z.object({ language: z.enum(languages).default('pt') }),
  response: z.object({ url: z.string(), name: z.string(), count: z.number() }),
  summary: 'What became of each recipient, as a CSV file in UTF-8; the link is good for an hour'
})
export const listCampaignSettings = endpoint({
  ...place,
  method: 'GET',
  path: '/campaign-settings',
  response: z.array(z.object({ key: z.string(), value: z.string() })),
  summary: 'Each value is JSON'
})
export const saveCampaignSettings = endpoint({
  ...place,
  method: 'POST',
  path: '/campaign-settings',
  permission: 'campaigns-config:write',
  body: z.object({ settings: campaignSettings }),
  response: z.array(z.object({ key: z.string(), value: z.string() }))
})

export const campaignEvent = wireEvent(
  (companyId) => `company-${companyId}-campaign`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: campaignSchema.extend({ counts: campaignCounts }) }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
