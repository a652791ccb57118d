// The company's queues, kept by calls and by events alike; in the order of the menu that contacts receive.
import { deleteQueue, listQueues, queueEvent, type Queue } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const place = ({ orderQueue }: Queue): number => orderQueue ?? Number.MAX_SAFE_INTEGER

const list = createWholeList<Queue>(
  (read) => read(listQueues),
  (a, b) => place(a) - place(b) || a.id - b.id
)

export const useQueues = list.use
export const ensureQueues = list.ensure
export const refreshQueues = list.refresh
export const putQueue = list.upsert

applyEvent(list, queueEvent, (event) => (event.action === 'delete' ? { gone: event.queueId } : { row: event.queue }))

/** Deletes a queue. Errors: ApiError. */
export async function removeQueue(id: number): Promise<void> {
  await call(deleteQueue, { params: { id } })
  list.remove(id)
}
