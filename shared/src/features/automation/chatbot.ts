// The chatbot: options of queues, and trying a conversation without WhatsApp.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import {
  id,
  idParams,
  instant,
  isAbsent,
  nullableId,
  numberOf,
  optionalId,
  optionalOf,
  text
} from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** Asks for the options a queue begins with. */
export const rootParent = -1
/** Options of one queue at the most, and levels of them. */
export const mostOptions = 300
export const mostLevels = 10

export const queueOptionSchema = z.object({
  id: z.number(),
  title: z.string(),
  message: z.string(),
  /** Place among the siblings, from 1 without gaps: the number a customer answers with. */
  option: z.number(),
  queueId: z.number(),
  /** Files that are sent to whoever chooses it; null for none. */
  fileListId: z.number().nullable(),
  /** Null for those the queue begins with. */
  parentId: z.number().nullable(),
  createdAt: instant,
  updatedAt: instant
})
export type QueueOption = z.infer<typeof queueOptionSchema>

const isRoot = (value: unknown): boolean => isAbsent(value) || numberOf(value) === rootParent
/** An option's id; null, nothing and -1 are the beginning of the queue. */
const parentId = z.preprocess((value) => (isRoot(value) ? null : value), id.nullable())
const place = z.coerce.number().int().min(1).max(mostOptions)

export const queueOptionDraft = z.object({
  title: text(100).trim().min(1, 'ERR_VALIDATION'),
  message: text(4096)
    .nullish()
    .transform((value) => value ?? ''),
  /** Left out, or beyond the end: the last one. */
  option: place.nullish(),
  /** Where it goes among its siblings; those that stand there and behind move down. Goes before `option`. */
  position: place.nullish(),
  queueId: id,
  fileListId: nullableId.optional(),
  parentId: parentId.optional()
})
export type QueueOptionDraft = z.output<typeof queueOptionDraft>

export const queueOptionPatch = z.object({
  title: queueOptionDraft.shape.title.optional(),
  message: text(4096).optional(),
  /** Moves it among its siblings. */
  option: place.optional(),
  fileListId: nullableId.optional(),
  /** Moves it, with all that is below, to the end of another option's children; its queue stays. */
  parentId: parentId.optional()
})
export type QueueOptionPatch = z.output<typeof queueOptionPatch>

export const listQueueOptions = endpoint({
  method: 'GET',
  path: '/queue-options',
  access: 'admin',
  query: z.object({
    queueId: optionalId,
    /** -1: those the queue begins with. Left out: all of the queue. */
    parentId: optionalOf(z.coerce.number().int())
  }),
  response: z.array(queueOptionSchema),
  summary: 'Options of a queue in their order, a level (`parentId`) or all of them'
})
export const createQueueOption = endpoint({
  method: 'POST',
  path: '/queue-options',
  access: 'admin',
  body: queueOptionDraft,
  response: queueOptionSchema
})
export const updateQueueOption = endpoint({
  method: 'PUT',
  path: '/queue-options/:id',
  access: 'admin',
  params: idParams,
  body: queueOptionPatch,
  response: queueOptionSchema,
  summary: 'Edits or moves an option; the places of its siblings follow'
})
export const deleteQueueOption = endpoint({
  method: 'DELETE',
  path: '/queue-options/:id',
  access: 'admin',
  params: idParams,
  response: z.object({
    message: z.string(),
    /** What went, as it was: the deleted one first. */
    options: z.array(queueOptionSchema)
  }),
  summary: 'Deletes an option with all that is below it'
})

const deletedOption = queueOptionDraft.pick({ title: true, message: true }).extend({
  id,
  option: place,
  fileListId: nullableId,
  parentId
})
export type DeletedOption = z.output<typeof deletedOption>

export const restoreQueueOptions = endpoint({
  method: 'POST',
  path: '/queue-options/restore',
  access: 'admin',
  body: z.object({
    queueId: id,
    /** As the deletion answered them: the deleted one first, the others below it. */
    options: z.array(deletedOption).min(1).max(mostOptions)
  }),
  response: z.array(queueOptionSchema),
  summary:
    'Brings a deleted option back with all that was below it, under the ids they had and in its place: all of it or nothing'
})

/** The options of a queue changed; all of them as they are now. */
export const queueOptionsEvent = wireEvent(
  (companyId) => `company-${companyId}-queueOptions`,
  z.object({ action: z.literal('update'), queueId: z.number(), options: z.array(queueOptionSchema) })
)

const milliseconds = z.number().int().nonnegative()

/** Where a conversation with the bot stands; times in milliseconds since 1970. */
export const botState = z.object({
  /**
   * `start`: nothing said yet. `menu`: asked for a queue. `options`: asked for an option of its queue.
   * `answerer`: an AI prompt or an integration answers.
   * `person`: the bot is done and somebody takes over. `rating`: the ticket is closed and asked for a rating.
   * `rated`: the rating came, and thanks for its thanks may follow. `ended`: closed.
   */
  phase: z.enum(['start', 'menu', 'options', 'answerer', 'person', 'rating', 'rated', 'ended']),
  queueId: nullableId,
  optionId: nullableId,
  /** Times the menu of queues was sent. */
  menus: z.number().int().nonnegative(),
  /** When it was sent last. */
  menuAt: milliseconds.nullable(),
  /** When the bot asked last. */
  askedAt: milliseconds.nullable(),
  /** Answers in a row that led nowhere. */
  invalid: z.number().int().nonnegative(),
  /** When the bot spoke lately, oldest first. */
  said: z.array(milliseconds).max(100),
  /** The last text of the customer and how often it came in a row. */
  heard: z.object({ text: text(500), times: z.number().int().nonnegative() }),
  /** The customer knows that it is closed until then. */
  closedUntil: milliseconds.nullable(),
  /** A rating, and thanks behind a closing, count until then. */
  ratingUntil: milliseconds.nullable()
})
export type BotState = z.output<typeof botState>

export const tryChatbot = endpoint({
  method: 'POST',
  path: '/chatbot/try',
  access: 'admin',
  body: z.object({
    /** A queue as if it were the only one of a connection, or a connection with its menu. */
    queueId: nullableId.optional(),
    whatsappId: nullableId.optional(),
    event: z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: text(4096) }),
      z.object({ type: z.literal('file') }),
      z.object({ type: z.literal('call') }),
      /** The attendant closes the ticket. */
      z.object({ type: z.literal('resolve') })
    ]),
    /** As the last answer gave it; left out at the beginning. */
    state: botState.nullish(),
    /** When it happens; now when left out. */
    at: z.iso.datetime({ offset: true }).nullish()
  }),
  response: z.object({
    state: botState,
    /** What the bot says; null when it says nothing. */
    reply: z.string().nullable(),
    /** Whose files the bot sends besides; null when it sends none. */
    fileList: z.object({ id: z.number(), name: z.string() }).nullable(),
    rating: z.number().nullable(),
    /** A closed ticket waits for a person again. */
    isReopened: z.boolean(),
    queue: z.object({ id: z.number(), name: z.string() }).nullable()
  }),
  openWhenExpired: true,
  summary: 'Runs one step of a conversation as a customer would have it; nothing is stored or sent'
})
