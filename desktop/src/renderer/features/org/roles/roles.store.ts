// The company's roles by name, kept by calls and by events; how many have each is asked for again when people change.
import { deleteRole, listRoles, roleEvent, type Role } from '@guiche/shared/features/org/roles.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { createDelay } from '#platform/state/delay.ts'
import { useTranslation } from '#platform/text/translation.ts'

/** Milliseconds for which people may go on changing: a role that changes is told once for each who has it. */
const rest = 500

export const roles = createWholeList<Role>(
  (read) => read(listRoles),
  (a, b) => a.name.localeCompare(b.name)
)

export const useRoles = roles.use
export const ensureRoles = roles.ensure

applyEvent(roles, roleEvent, (event) => (event.action === 'delete' ? { gone: event.roleId } : { row: event.role }))

const countAgain = createDelay(rest, () => void roles.refresh())
listen(userEvent, () => {
  if (roles.use.getState().phase === 'ready') countAgain.restart()
})

/** Deletes a role that nobody has. Errors: ApiError. */
export async function removeRole(id: number): Promise<void> {
  await call(deleteRole, { params: { id } })
  roles.remove(id)
}

/** The name of a permission; its key where it has none here. */
export function usePermissionName(): (key: string) => string {
  const { t } = useTranslation('roles')
  return (key) => t(`permission_${key.replace(':', '_')}` as 'permission_tickets_seeAll', { defaultValue: key })
}
