// Events of queues, and the hook of those who hold on to a queue.
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

/** `looksChanged`: name, colour or place in the order differ, which users and tickets carry a copy of. */
export const queueSaved = domainEvent<{ queue: Queue; isNew: boolean; looksChanged: boolean }>('queue saved')
export const queueDeleted = domainEvent<{ companyId: number; queueId: number }>('queue deleted')

/** Runs in the transaction that deletes a queue, while the queue is still there: let go of it here. */
export const beforeQueueDelete = hook<[companyId: number, queueId: number]>('before queue delete')
