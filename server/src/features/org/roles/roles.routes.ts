// Calls of roles.
import { createRole, deleteRole, listRoles, updateRole } from '@guiche/shared/features/org/roles.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './roles.service.ts'

export const roleRoutes: Route[] = [
  mount(listRoles, (ctx, { actor }) => service.listRoles(ctx, actor.companyId)),
  mount(createRole, (ctx, call) => service.createRole(ctx, call, call.body)),
  mount(updateRole, (ctx, call) => service.updateRole(ctx, call, call.params.id, call.body)),
  mount(deleteRole, async (ctx, { actor, params }) => {
    await service.deleteRole(ctx, actor.companyId, params.id)
    return { message: 'Role deleted' }
  })
]
