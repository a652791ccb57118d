// Notifications of the system, the count on tray and dock, and what a person did with them outside the console.
import { z } from 'zod'
import { channel, notice } from './channel.ts'

/** A place in the console; nothing of another site fits. */
const consolePath = z
  .string()
  .max(200)
  .regex(/^\/(?!\/)[\w/-]*$/)

const announcement = z.strictObject({
  /** Later announcements of the same conversation take the place of earlier ones. */
  ticket: z.uuid(),
  ticketId: z.number().int().positive(),
  title: z.string().max(500),
  body: z.string().max(5_000),
  path: consolePath,
  /** Address of the contact's picture at the server, or null. */
  picture: z.string().max(2_000).nullable(),
  /** True for a ticket that the person may answer. */
  canReply: z.boolean()
})
export type Announcement = z.infer<typeof announcement>

export const showNotification = channel('notifications:show', [announcement], z.void())

/** Something about the desk itself; `about` is what a later word takes the place of. */
const statusNotification = z.strictObject({
  about: z.string().max(100),
  title: z.string().max(500),
  body: z.string().max(1_000),
  path: consolePath
})
export type StatusNotification = z.infer<typeof statusNotification>
export const showStatusNotification = channel('notifications:status', [statusNotification], z.void())

/** Unread conversations. What is read leaves the notification centre. */
export const reportUnread = channel(
  'notifications:unread',
  [z.strictObject({ count: z.number().int().min(0).max(1_000_000), tickets: z.array(z.uuid()).max(10_000) })],
  z.void()
)

const testResult = z.object({
  /** `silent`: the system took it and said nothing, as some do. */
  outcome: z.enum(['shown', 'failed', 'silent', 'unsupported', 'off', 'paused']),
  /** The system's own words. */
  detail: z.string()
})
export type TestResult = z.infer<typeof testResult>
export const testNotification = channel('notifications:test', [], testResult)

export const pauseLengths = ['30-minutes', 'until-tomorrow', 'none'] as const
export type PauseLength = (typeof pauseLengths)[number]
const paused = z.object({ until: z.number().nullable() })
export const pauseNotifications = channel('notifications:pause', [z.enum(pauseLengths)], paused)
/** Notifications were paused or resumed, in the console or in the tray. */
export const pauseChanged = notice('notifications:paused', paused)

const intent = z.object({ kind: z.literal('open'), path: consolePath })
export type Intent = z.infer<typeof intent>
/** Hands over, once, which place was asked for outside the console. */
export const takeIntents = channel('intents:take', [], z.array(intent))
/** A place to open waits, or a reply to send (`listReplies`). */
export const intentsPending = notice('intents:pending', z.object({}))
