// Queues: the departments tickets wait in.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, isStorable, nullableId, optionalId, text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { scheduleRow } from './opening-hours.ts'

export const queueSchema = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  orderQueue: z.number().nullable(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: z.array(scheduleRow),
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Queue = z.infer<typeof queueSchema>

/** The part of a queue that tickets, users and connections carry. */
export const queueBrief = z.object({ id: z.number(), name: z.string(), color: z.string() })
export type QueueBrief = z.infer<typeof queueBrief>

export const queueDraft = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  color: z.string().trim().min(3, 'Too Short!').max(9, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  orderQueue: z.preprocess(
    (v) => (v === '' || v === undefined ? null : v),
    z.coerce.number().int().min(0).max(9999).nullable()
  ),
  greetingMessage: text(4096)
    .nullish()
    .transform((v) => v ?? ''),
  outOfHoursMessage: text(4096)
    .nullish()
    .transform((v) => v ?? ''),
  schedules: z
    .array(scheduleRow)
    .max(100)
    .nullish()
    .transform((v) => v ?? []),
  integrationId: nullableId,
  promptId: nullableId
})
export type QueueDraft = z.output<typeof queueDraft>
const queuePatch = queueDraft.partial()
export type QueuePatch = z.output<typeof queuePatch>

export const listQueues = endpoint({
  method: 'GET',
  path: '/queue',
  access: 'user',
  query: z.object({ companyId: optionalId }),
  response: z.array(queueSchema)
})
export const showQueue = endpoint({
  method: 'GET',
  path: '/queue/:id',
  access: 'user',
  params: idParams,
  response: queueSchema
})
export const createQueue = endpoint({
  method: 'POST',
  path: '/queue',
  access: 'admin',
  body: queueDraft,
  response: queueSchema
})
export const updateQueue = endpoint({
  method: 'PUT',
  path: '/queue/:id',
  access: 'admin',
  params: idParams,
  body: queuePatch,
  response: queueSchema
})
export const deleteQueue = endpoint({
  method: 'DELETE',
  path: '/queue/:id',
  access: 'admin',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Deletes a queue; its waiting and open tickets stay, without a queue'
})

export const queueEvent = wireEvent(
  (companyId) => `company-${companyId}-queue`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), queue: queueSchema }),
    z.object({ action: z.literal('delete'), queueId: z.number() })
  ])
)

/** Fifty colours that are told apart; offered when a queue is made. */
export const queuePalette: readonly string[] = [
  '#e03131',
  '#c2255c',
  '#9c36b5',
  '#6741d9',
  '#3b5bdb',
  '#1971c2',
  '#0c8599',
  '#099268',
  '#2f9e44',
  '#66a80f',
  '#f08c00',
  '#e8590c',
  '#fa5252',
  '#e64980',
  '#be4bdb',
  '#7950f2',
  '#4c6ef5',
  '#228be6',
  '#15aabf',
  '#12b886',
  '#40c057',
  '#82c91e',
  '#fab005',
  '#fd7e14',
  '#ff8787',
  '#f783ac',
  '#da77f2',
  '#9775fa',
  '#748ffc',
  '#4dabf7',
  '#3bc9db',
  '#38d9a9',
  '#69db7c',
  '#a9e34b',
  '#ffd43b',
  '#ffa94d',
  '#862e2e',
  '#702459',
  '#5f3dc4',
  '#1e3a8a',
  '#155e75',
  '#064e3b',
  '#365314',
  '#713f12',
  '#7c2d12',
  '#1f2937',
  '#475569',
  '#78716c',
  '#a16207',
  '#94a3b8'
]
