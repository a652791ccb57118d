// Jobs of messages.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

const awaitedFiles = z.object({ companyId: z.number(), connectionId: z.number(), messageIds: z.array(z.string()) })
const options = { retries: 10, retryDelay: 3, concurrency: 4 }

/** Fetches customers' files; tries for about four hours, since WhatsApp may have to ask a phone that is off. */
export const fetchMediaJob = job('messages.fetch-media', awaitedFiles, options)

/** The same of pictures, which are looked at one at a time: no other file waits behind them. */
export const fetchImageJob = job('messages.fetch-picture', awaitedFiles, options)
