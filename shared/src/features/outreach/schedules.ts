// Scheduled messages: a text for a contact at a moment, once or again and again, and the word on those that are late.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, nullableId, optionalId, queryFlag, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { contactBrief } from '../inbox/contacts.ts'
import { repetitions } from './repetition.ts'
import { isMoment } from './schedule-moment.ts'

/**
 * PENDENTE waits for its moment, ATRASADA for a person's word because nothing could be sent then, ENVIADA is handed to
 * WhatsApp or on its way there, ERRO did not go out, PULADA was not to go out.
 */
export const scheduleStatuses = ['PENDENTE', 'ATRASADA', 'ENVIADA', 'ERRO', 'PULADA'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** Minutes after which a message that could not go out waits for a person's word. */
export const decisionAfter = 15

/** Bytes of an image at the most. */
export const largestScheduleImage = 16_000_000

export const scheduleSchema = z.object({
  id: z.number(),
  body: z.string(),
  contactId: z.number(),
  contact: contactBrief,
  sendAt: instant,
  /** When it was handed over; it cannot be saved again then. */
  sentAt: instant.nullable(),
  status: z.enum(scheduleStatuses),
  /** Why it did not go out: an error code, or the reason of the message that failed. */
  failure: z.string().nullable(),
  /** What comes after this one; a sent one has passed it on to the next. */
  repeat: z.enum(repetitions),
  /** The image is at `/public/{mediaPath}`, for about a week; null without one. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Connection it goes over; null: the company's default at that moment. */
  whatsappId: z.number().nullable(),
  /** Ticket it was written into. */
  ticketId: z.number().nullable(),
  ticketUuid: z.string().nullable(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Schedule = z.infer<typeof scheduleSchema>

const mandatory = 'Obrigatório'

const body = z
  .string()
  .trim()
  .min(1, mandatory)
  .min(5, 'Mensagem muito curta')
  .max(4096, 'Too Long!')
  .refine(isStorable, 'ERR_VALIDATION')
/** ISO 8601; without an offset it is read by the clocks of the company's time zone. */
const sendAt = z.string().trim().min(1, mandatory).max(40).refine(isMoment, 'ERR_VALIDATION')

export const scheduleDraft = z.object({
  body,
  contactId: id,
  sendAt,
  repeat: z.enum(repetitions).default('none'),
  whatsappId: nullableId.default(null)
})
export type ScheduleDraft = z.output<typeof scheduleDraft>

/** What is left out stays. */
const schedulePatch = z.object({
  body: body.optional(),
  contactId: optionalId,
  sendAt: sendAt.optional(),
  repeat: z.enum(repetitions).optional(),
  whatsappId: nullableId.optional()
})
export type SchedulePatch = z.output<typeof schedulePatch>

const planFlag = 'useSchedules'

export const listSchedules = endpoint({
  method: 'GET',
  path: '/schedules',
  access: 'user',
  planFlag,
  query: pageQuery.extend({
    dateStart: text(40).optional(),
    dateEnd: text(40).optional(),
    /** Only those that wait for a person's word. */
    undecided: queryFlag.optional()
  }),
  response: z.object({ schedules: z.array(scheduleSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'By moment, the latest first, 100 a page; dateStart and dateEnd bound sendAt'
})
export const showSchedule = endpoint({
  method: 'GET',
  path: '/schedules/:id',
  access: 'user',
  planFlag,
  params: idParams,
  response: scheduleSchema
})
export const createSchedule = endpoint({
  method: 'POST',
  path: '/schedules',
  access: 'user',
  planFlag,
  body: scheduleDraft,
  response: scheduleSchema
})
export const updateSchedule = endpoint({
  method: 'PUT',
  path: '/schedules/:id',
  access: 'user',
  planFlag,
  params: idParams,
  body: schedulePatch,
  response: scheduleSchema,
  summary: 'Another moment lets one that is late wait again; one that was sent is refused'
})
export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/schedules/:id',
  access: 'user',
  planFlag,
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Also ends its repetition'
})
export const decideSchedule = endpoint({
  method: 'POST',
  path: '/schedules/:id/decision',
  access: 'user',
  planFlag,
  params: idParams,
  body: z.object({ decision: z.enum(['send', 'skip']) }),
  response: scheduleSchema,
  summary: 'The word on one that is late or did not go out'
})
export const uploadScheduleImage = endpoint({
  method: 'POST',
  path: '/schedules/:id/media-upload',
  access: 'user',
  planFlag,
  params: idParams,
  multipart: true,
  response: scheduleSchema,
  summary: 'A PNG or JPEG in the field `file`; it takes the place of the one before'
})
export const removeScheduleImage = endpoint({
  method: 'DELETE',
  path: '/schedules/:id/media-upload',
  access: 'user',
  planFlag,
  params: idParams,
  response: scheduleSchema
})

/** Spelled as legacy clients know it. */
export const scheduleEvent = wireEvent(
  (companyId) => `company${companyId}-schedule`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), schedule: scheduleSchema }),
    z.object({ action: z.literal('delete'), scheduleId: z.number() })
  ])
)
