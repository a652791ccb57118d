// Every help video, kept by calls and by events alike.
import { deleteHelp, helpEvent, listAllHelps, type Help } from '@guiche/shared/features/library/helps.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createWholeList } from '#platform/state/whole-list.ts'

const list = createWholeList<Help>(
  () => call(listAllHelps),
  (a, b) => a.id - b.id
)

export const useHelps = list.use
export const refreshHelps = list.refresh
export const putHelp = list.upsert

listen(helpEvent, (event) => {
  if (list.use.getState().phase === 'idle') return
  if (event.action === 'delete') list.remove(event.id)
  else list.upsert(event.record)
})

/** Errors: ApiError. */
export async function removeHelp(id: number): Promise<void> {
  await call(deleteHelp, { params: { id } })
  list.remove(id)
}
