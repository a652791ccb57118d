// Jobs of those who answer instead of the bot.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/**
 * Somebody outside is asked about what a customer wrote, and what they answer is said. Its stored name stays, since waiting
 * jobs have it.
 */
export const answerJob = job('answerers.answer', z.object({ companyId: z.number(), ticketId: z.number() }), {
  retries: 2,
  retryDelay: 3,
  concurrency: 6
})
