// The users of the company, kept by calls and by events alike.
import { deleteUser, listUsers, userEvent, type User } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { createPagedList } from '#platform/state/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'

export const users = createPagedList<User>({
  fetchPage: async (query) => {
    const { users: items, count, hasMore } = await call(listUsers, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name, email }, search) => `${name} ${email}`.toLowerCase().includes(search)
})

listen(userEvent, (event) => {
  if (users.use.getState().phase === 'idle') return
  if (event.action === 'delete') users.remove(event.userId)
  else users.upsert(event.user, event.action === 'create')
})

/** Deletes a user. Errors: ApiError. */
export async function removeUser(id: number): Promise<void> {
  await call(deleteUser, { params: { id } })
  users.remove(id)
}
