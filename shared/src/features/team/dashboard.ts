// The dashboard of administrators: how service goes now and went in a period.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { optionalId, text } from '../../kernel/ids.ts'

/** Days of the periods on offer; each ends today. */
export const dashboardPeriods = [3, 7, 15, 30, 60, 90] as const

/** Longest period, in days. */
export const longestPeriod = 366

const minutes = z.number()

const attendant = z.object({
  id: z.number(),
  name: z.string(),
  online: z.boolean(),
  /** Service cycles finished in the period. */
  tickets: z.number(),
  /** Of finished cycles that somebody had accepted; null without one. */
  avgSupportTime: minutes.nullable(),
  /** Mean of 1 (dissatisfied) to 3 (very satisfied); null without a rating. */
  rating: z.number().nullable(),
  ratings: z.number()
})
export type Attendant = z.infer<typeof attendant>

const periodFigures = z.object({
  finished: z.number(),
  avgSupportTime: minutes.nullable(),
  avgWaitTime: minutes.nullable(),
  /** Mean of 1 to `highestRating`; null without a rating. */
  rating: z.number().nullable(),
  ratings: z.number(),
  /** Tickets that campaigns, schedules and the external API began and ended, with nobody in between; in no other figure. */
  byProgram: z.number()
})
export type PeriodFigures = z.infer<typeof periodFigures>

/** The best that customers may give. */
export const highestRating = 3

export const dashboardFigures = z.object({
  counters: z.object({
    /** Tickets being served, waiting, and of both those with unread messages: at this moment. */
    supportHappening: z.number(),
    supportPending: z.number(),
    supportUnread: z.number(),
    /** Service cycles finished in the period. */
    supportFinished: z.number(),
    /** From accepting to finishing, of cycles finished in the period; null without one. */
    avgSupportTime: minutes.nullable(),
    /** From waiting to accepting, of cycles accepted in the period; null without one. */
    avgWaitTime: minutes.nullable()
  }),
  /** Of all of them, in the period. */
  ofPeriod: periodFigures,
  /** The same of as many days before, to compare with; null where the company was not yet served with all of them. */
  before: periodFigures.nullable(),
  /** Every user of the company, who finished most first. */
  attendants: z.array(attendant),
  /** The days the figures are of (YYYY-MM-DD, inclusive, company time zone). */
  period: z.object({ from: z.string(), to: z.string() })
})
export type DashboardFigures = z.infer<typeof dashboardFigures>

/** A day as `YYYY-MM-DD`, with anything behind it; legacy clients send instants. */
const day = text(40).optional()

export const showDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  access: 'user',
  permission: 'dashboard:view',
  query: z.object({
    /** This many days up to today; 0 stands for the dates. */
    days: z.coerce.number().int().min(0).max(longestPeriod).optional(),
    date_from: day,
    date_to: day
  }),
  response: dashboardFigures,
  summary: 'Without a period: from the first of the month to today'
})

const chartQuery = z.object({ initialDate: day, finalDate: day, companyId: optionalId })

export const chartTicketsUsers = endpoint({
  method: 'GET',
  path: '/dashboard/ticketsUsers',
  access: 'user',
  permission: 'dashboard:view',
  query: chartQuery,
  response: z.object({ data: z.array(z.object({ nome: z.string(), quantidade: z.number() })), count: z.number() }),
  summary: 'Service cycles a user finished in the period or has in service since; who has most first'
})

export const chartTicketsDay = endpoint({
  method: 'GET',
  path: '/dashboard/ticketsDay',
  access: 'user',
  permission: 'dashboard:view',
  query: chartQuery,
  response: z.object({
    data: z.array(
      z.union([
        /** Hour of the day, 0 to 23, when the period is one day. */
        z.object({ horario: z.number(), total: z.number() }),
        /** DD/MM/YYYY. */
        z.object({ data: z.string(), total: z.number() })
      ])
    ),
    count: z.number()
  }),
  summary: 'Service cycles begun, a row for every day of the period, or for every hour of a single day'
})
