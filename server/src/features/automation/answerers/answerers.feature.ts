// Those who answer instead of the bot, plugged in.
import { answererAsked } from '#features/automation/chatbot/chatbot.events.ts'
import type { Feature } from '#platform/feature.ts'
import { answerTicket } from './answer-ticket.ts'
import { answerJob } from './answerers.jobs.ts'
import { followKilled, sweepAnswerers } from './sweep-answerers.ts'
import { takeQuestion } from './take-question.ts'

export const answerersFeature: Feature = {
  name: 'answerers',
  listeners: () => answererAsked.add(takeQuestion),
  start: followKilled,
  jobs: (jobs) => {
    jobs.work(answerJob, answerTicket)
    jobs.schedule('answerers.minute', '* * * * *', sweepAnswerers)
  }
}
