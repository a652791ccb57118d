// Every help video, kept by calls and by events alike.
import { deleteHelp, helpEvent, listAllHelps, type Help } from '@guiche/shared/features/library/helps.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<Help>(
  (read) => read(listAllHelps),
  (a, b) => a.id - b.id
)

export const useHelps = list.use
export const refreshHelps = list.refresh
export const putHelp = list.upsert

applyEvent(list, helpEvent, (event) => (event.action === 'delete' ? { gone: event.id } : { row: event.record }))

/** Errors: ApiError. */
export async function removeHelp(id: number): Promise<void> {
  await call(deleteHelp, { params: { id } })
  list.remove(id)
}
