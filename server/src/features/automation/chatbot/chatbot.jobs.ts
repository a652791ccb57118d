// Jobs of the chatbot: what customers wrote must be answered, and the clock must be looked at.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Messages came into tickets that concern the bot: the first of each by its place in the order of messages. */
export const botJob = job(
  'chatbot.hear',
  z.object({
    companyId: z.number(),
    tickets: z.array(
      z.object({
        ticketId: z.number(),
        seq: z.number(),
        /** The ticket is new or waits again. */
        isFresh: z.boolean(),
        /** Messages that have become readable after their turn. */
        lateIds: z.array(z.string()),
        /** Messages that answer somebody else than the bot. */
        claimedIds: z.array(z.string()).default([])
      })
    )
  }),
  { retries: 8, retryDelay: 1, concurrency: 4 }
)

/** A customer chose an option that hands out the files of a list. */
export const sendFileListJob = job(
  'chatbot.files',
  z.object({ companyId: z.number(), ticketId: z.number(), fileListId: z.number(), answers: z.string() }),
  { retries: 8, retryDelay: 1, concurrency: 2 }
)
