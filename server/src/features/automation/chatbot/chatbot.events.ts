// Events of the chatbot.
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { domainEvent } from '#platform/domain-event.ts'

/** The options of a queue changed; all of them as they are now. */
export const queueOptionsChanged = domainEvent<{ companyId: number; queueId: number; options: QueueOption[] }>(
  'queue options changed'
)
