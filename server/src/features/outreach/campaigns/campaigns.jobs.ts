// Jobs of campaigns.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

const key = z.object({ companyId: z.number(), campaignId: z.number() })

/**
 * Wakes at the moment of the next message; the rows decide whether there is anything to do. Not tried again: the sweep finds
 * what is left within the minute. Its stored name stays, since waiting jobs have it.
 */
export const campaignStep = job('campaigns.turn', key, { retries: 0, concurrency: 4 })

/** Tells how a campaign is now: for those who hold tickets, behind which they may hold no campaign. */
export const campaignNews = job('campaigns.news', key)

/** Takes an exported file out of storage again. */
export const removeResults = job('campaigns.remove-results', z.object({ key: z.string() }))
