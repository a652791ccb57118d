// The users of the company, kept by calls and by events alike.
import { deleteUser, listUsers, userEvent, type User } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export const users = createPagedList<User>({
  fetchPage: async (query, read) => {
    const { users: items, count, hasMore } = await read(listUsers, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name, email }, search) => `${name} ${email}`.toLowerCase().includes(search)
})

applyEvent(users, userEvent, (event) =>
  event.action === 'delete' ? { gone: event.userId } : { row: event.user, isNew: event.action === 'create' }
)

/** Deletes a user. Errors: ApiError. */
export async function removeUser(id: number): Promise<void> {
  await call(deleteUser, { params: { id } })
  users.remove(id)
}
