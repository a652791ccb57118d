// How much of the last days each connection had WhatsApp, and when it had not.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant } from '../../kernel/ids.ts'
import { connectionReasons } from './connections.ts'

/** Calendar days of the company that are looked at, today included. */
export const uptimeDays = 30

/** Why a connection was without WhatsApp; translated by the console. */
export const outageReasons = [...connectionReasons, 'server-down'] as const
export type OutageReason = (typeof outageReasons)[number]

const uptimeSchema = z.object({
  connectionId: z.number(),
  /** Since when the connection is looked at: its first minute with WhatsApp. Null: it never had any. */
  watchedFrom: instant.nullable(),
  /** Of the time that counts, 0 to 1; null while no time counts. */
  share: z.number().nullable()
})
export type Uptime = z.infer<typeof uptimeSchema>

const uptimeDaySchema = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Seconds of the day that count: not before the first pairing, nor while an administrator had it stopped. */
  watchedSeconds: z.number(),
  /** Of those the ones without WhatsApp. */
  lostSeconds: z.number()
})
export type UptimeDay = z.infer<typeof uptimeDaySchema>

const outageSchema = z.object({
  id: z.number(),
  beganAt: instant,
  /** Null: not over yet. */
  endedAt: instant.nullable(),
  /** Seconds without WhatsApp; less than from begin to end when it came and went. */
  lostSeconds: z.number(),
  /** How often it was lost in between. */
  breaks: z.number(),
  reason: z.enum(outageReasons).nullable()
})
export type Outage = z.infer<typeof outageSchema>

const uptimeDetailsSchema = uptimeSchema.extend({
  /** The oldest first. */
  days: z.array(uptimeDaySchema),
  /** The newest first; breaks of moments count in the share and are not listed. */
  outages: z.array(outageSchema)
})
export type UptimeDetails = z.infer<typeof uptimeDetailsSchema>

export const listUptime = endpoint({
  method: 'GET',
  path: '/connection-uptime',
  access: 'user',
  permission: 'connections-page:actionButtons',
  response: z.array(uptimeSchema),
  summary: 'The share of the last 30 days in which each connection had WhatsApp'
})
export const showUptime = endpoint({
  method: 'GET',
  path: '/connection-uptime/:id',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: idParams,
  response: uptimeDetailsSchema,
  summary: 'The last 30 days of one connection, day by day, and its outages'
})
