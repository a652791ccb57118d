// Those who answer instead of the bot, plugged in.
import { autoResponderAsked } from '#features/automation/chatbot/chatbot.events.ts'
import type { Feature } from '#platform/feature.ts'
import { autoResponderWorker } from './answer-ticket.ts'
import { followKilled } from './sweep-auto-responders.ts'
import { takeQuestion } from './take-question.ts'

export const autoRespondersFeature: Feature = {
  name: 'auto-responders',
  listeners: () => autoResponderAsked.add(takeQuestion),
  start: followKilled,
  jobs: autoResponderWorker.register
}
