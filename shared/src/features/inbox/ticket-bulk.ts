// One doing for many tickets at once; every ticket has an answer of its own.
import { z } from 'zod'
import { errorStatus, type ErrorCode } from '../../kernel/app-error.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, nullableId } from '../../kernel/ids.ts'
import { ticketSchema, ticketStatuses, transferComment } from './tickets.ts'

/** Tickets of one call. */
export const mostBulkTickets = 100

export const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accept') }),
  z.object({ kind: z.literal('giveBack') }),
  z.object({ kind: z.literal('resolve') }),
  z.object({ kind: z.literal('reopen') }),
  /**
   * Takes a move back: the tickets are as they were, and nobody writes to the customers. `from` is how the move left them;
   * one that was moved since stays. Without it, only what is closed is taken back.
   */
  z.object({
    kind: z.literal('restore'),
    status: z.enum(ticketStatuses),
    userId: nullableId,
    queueId: nullableId.optional(),
    whatsappId: nullableId.optional(),
    from: z.object({ status: z.enum(ticketStatuses), userId: nullableId, queueId: nullableId }).optional()
  }),
  /** Without a queue each ticket keeps its own; without a user it waits. */
  z
    .object({ kind: z.literal('transfer'), userId: nullableId, queueId: nullableId, comment: transferComment })
    .refine(({ userId, queueId }) => userId !== null || queueId !== null, 'ERR_VALIDATION'),
  z.object({ kind: z.literal('tag'), tagId: id }),
  z.object({ kind: z.literal('untag'), tagId: id }),
  z.object({ kind: z.literal('read') })
])
export type BulkAction = z.output<typeof bulkAction>

/** Why a ticket was left as it is, without that being a failure. */
const unchangedReasons = [
  'alreadyYours',
  'alreadyWaiting',
  'alreadyClosed',
  'notClosed',
  'alreadyTagged',
  'notTagged',
  'alreadyRead',
  'movedSince'
] as const
export type UnchangedReason = (typeof unchangedReasons)[number]

const bulkResult = z.discriminatedUnion('outcome', [
  /** The ticket as the caller may see it then; null when it went out of sight. */
  z.object({ ticketId: z.number(), outcome: z.literal('done'), ticket: ticketSchema.nullable() }),
  z.object({ ticketId: z.number(), outcome: z.literal('unchanged'), reason: z.enum(unchangedReasons) }),
  z.object({
    ticketId: z.number(),
    outcome: z.literal('refused'),
    error: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional()
  })
])
export type BulkResult = z.infer<typeof bulkResult>

export const changeTickets = endpoint({
  method: 'POST',
  path: '/tickets/bulk',
  access: 'user',
  body: z.object({ ticketIds: z.array(id).min(1).max(mostBulkTickets), action: bulkAction }),
  response: z.object({ results: z.array(bulkResult) }),
  summary:
    'Does the same with up to 100 tickets, by the rules of the single calls; some may be refused while others are done'
})
