// Options of queues: the number a customer answers with as text.
import {
  createQueueOption,
  listQueueOptions,
  queueOptionsEvent,
  updateQueueOption,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { answerOf, eventOf } from './translation.ts'

const written = (option: QueueOption) => ({ ...option, option: String(option.option) })

export const queueOptionTranslations = {
  answers: [
    answerOf(listQueueOptions, (options) => options.map(written)),
    answerOf(createQueueOption, written),
    answerOf(updateQueueOption, written)
  ],
  events: [
    eventOf(queueOptionsEvent, (_ctx, message) => [
      { ...message, payload: { ...message.payload, options: message.payload.options.map(written) } }
    ])
  ]
}
