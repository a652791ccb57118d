// Everybody of the company by name, queues and presence; for pickers and transfers, kept by calls and by events.
import type { z } from 'zod'
import { listAllUsers, userEvent } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createWholeList } from '#platform/state/whole-list.ts'

export type Colleague = z.output<typeof listAllUsers.response>[number]

const list = createWholeList<Colleague>(
  () => call(listAllUsers),
  (a, b) => a.name.localeCompare(b.name)
)

export const useColleagues = list.use
export const ensureColleagues = list.ensure

listen(userEvent, (event) => {
  // Before the first load there is nothing to change, and one row would look like the whole list.
  if (list.use.getState().phase === 'idle') return
  if (event.action === 'delete') return list.remove(event.userId)
  const { id, name, profile, online, queues } = event.user
  list.upsert({ id, name, profile, online, queues })
})
