// The company's queues, kept by calls and by events alike; in the order of the menu that contacts receive.
import { deleteQueue, listQueues, queueEvent, type Queue } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createWholeList } from '#platform/state/whole-list.ts'

const place = ({ orderQueue }: Queue): number => orderQueue ?? Number.MAX_SAFE_INTEGER

const list = createWholeList<Queue>(
  () => call(listQueues),
  (a, b) => place(a) - place(b) || a.id - b.id
)

export const useQueues = list.use
export const ensureQueues = list.ensure
export const refreshQueues = list.refresh
export const putQueue = list.upsert

listen(queueEvent, (event) => {
  // Before the first load there is nothing to change, and one row would look like the whole list.
  if (list.use.getState().phase === 'idle') return
  if (event.action === 'delete') list.remove(event.queueId)
  else list.upsert(event.queue)
})

/** Deletes a queue. Errors: ApiError. */
export async function removeQueue(id: number): Promise<void> {
  await call(deleteQueue, { params: { id } })
  list.remove(id)
}
