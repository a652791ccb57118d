// Everybody of the company by name, queues and presence; for pickers and transfers, kept by calls and by events.
import type { z } from 'zod'
import { listAllUsers, userEvent } from '@guiche/shared/features/org/users.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

export type Colleague = z.output<typeof listAllUsers.response>[number]

const list = createWholeList<Colleague>(
  (read) => read(listAllUsers),
  (a, b) => a.name.localeCompare(b.name)
)

export const useColleagues = list.use
export const ensureColleagues = list.ensure

applyEvent(list, userEvent, (event) => {
  if (event.action === 'delete') return { gone: event.userId }
  const { id, name, profile, online, queues, leave } = event.user
  return { row: { id, name, profile, online, queues, leave } }
})
