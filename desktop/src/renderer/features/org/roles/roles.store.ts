// The company's roles by name, whole for choices and searched for the list, kept by calls and by events; how many have each is asked for again when people change.
import { deleteRole, listRoles, roleEvent, type Role } from '@guiche/shared/features/org/roles.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { createDelay } from '#platform/state/delay.ts'
import { useTranslation } from '#platform/text/translation.ts'

/** Milliseconds for which people may go on changing: a role that changes is told once for each who has it. */
const rest = 500

const compare = (a: Role, b: Role) => a.name.localeCompare(b.name)
const matches = ({ name }: Role, search: string) => name.toLowerCase().includes(search)

const roles = createWholeList<Role>((read) => read(listRoles), compare)

export const useRoles = roles.use
export const ensureRoles = roles.ensure

/** The same for the screen of roles, where they are searched. */
export const searchedRoles = createPagedList<Role>({
  fetchPage: async ({ searchParam }, read) => {
    const items = (await read(listRoles)).filter((role) => matches(role, searchParam))
    return { items, count: items.length, hasMore: false }
  },
  compare,
  isResorted: true,
  matches
})

/** Puts in a role that was just saved. */
export function putRole(role: Role): void {
  roles.upsert(role)
  searchedRoles.upsert(role)
}

for (const list of [roles, searchedRoles])
  applyEvent(list, roleEvent, (event) =>
    event.action === 'delete' ? { gone: event.roleId } : { row: event.role, isNew: event.action === 'create' }
  )

const countAgain = createDelay(rest, () => {
  for (const list of [roles, searchedRoles]) if (list.use.getState().phase !== 'idle') void list.refresh()
})
listen(userEvent, () => countAgain.restart())

/** Deletes a role that nobody has. Errors: ApiError. */
export async function removeRole(id: number): Promise<void> {
  await call(deleteRole, { params: { id } })
  roles.remove(id)
  searchedRoles.remove(id)
}

/** The name of a permission; its key where it has none here. */
export function usePermissionName(): (key: string) => string {
  const { t } = useTranslation('roles')
  return (key) => t(`permission_${key.replace(':', '_')}` as 'permission_tickets_seeAll', { defaultValue: key })
}
