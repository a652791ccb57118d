// Jobs of campaigns: a bell at the moment of the next message; the rows decide whether there is anything to do.
import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

const place = z.object({ companyId: z.number(), campaignId: z.number() })

/** Not tried again: whoever misses the bell is found by the clock within the minute. */
export const campaignStep = job('campaigns.turn', place, { retries: 0, concurrency: 4 })

/** Tells how a campaign is now: for those who hold tickets, behind which they may hold no campaign. */
export const campaignNews = job('campaigns.news', place)

/** Takes an exported file out of storage again. */
export const removeResults = job('campaigns.remove-results', z.object({ key: z.string() }))
