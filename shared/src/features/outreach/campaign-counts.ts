// What became of the recipients of a campaign, in numbers.
import { z } from 'zod'

/** Days after its message in which what a customer writes counts as an answer to a campaign. */
export const answerDays = 7

export const campaignCounts = z.object({
  /** Recipients known to be on WhatsApp, and those not looked up yet; before the campaign begins, of its list. */
  valid: z.number(),
  unchecked: z.number(),
  waiting: z.number(),
  asked: z.number(),
  confirmed: z.number(),
  sent: z.number(),
  delivered: z.number(),
  /** Of the delivered ones: with a receipt of reading, and written back within `answerDays`. */
  read: z.number(),
  answered: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Strangers to whom the connection may still write today, while the campaign runs; null without a limit. */
  firstContactsLeft: z.number().nullable()
})
