// Those who answer instead of the bot, plugged in.
import { autoResponderAsked } from '#features/automation/chatbot/chatbot.events.ts'
import type { Feature } from '#platform/feature.ts'
import { answerTicket } from './answer-ticket.ts'
import { answerJob } from './auto-responders.jobs.ts'
import { followKilled, sweepAutoResponders } from './sweep-auto-responders.ts'
import { takeQuestion } from './take-question.ts'

export const autoRespondersFeature: Feature = {
  name: 'answerers',
  listeners: () => autoResponderAsked.add(takeQuestion),
  start: followKilled,
  jobs: (jobs) => {
    jobs.work(answerJob, answerTicket)
    jobs.schedule('answerers.minute', '* * * * *', sweepAutoResponders)
  }
}
