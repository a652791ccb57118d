// Calls of users.
import {
  createUser,
  deleteUser,
  listAllUsers,
  listUsers,
  showUser,
  updateUser
} from '@guiche/shared/features/org/users.ts'
import * as contract from '@guiche/shared/features/org/logins.ts'
import { savePreferences } from '@guiche/shared/features/org/preferences.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as removal from './delete-user.ts'
import * as change from './update-user.ts'
import * as logins from './user-logins.ts'
import * as preferences from './preferences.repo.ts'
import * as service from './users.service.ts'

export const userRoutes: Route[] = [
  mount(listUsers, (ctx, { actor, query }) => service.listUsers(ctx, actor, query)),
  mount(listAllUsers, (ctx, { actor, query }) => service.listAllUsers(ctx, actor, query.companyId)),
  mount(showUser, (ctx, { actor, params }) => service.showUser(ctx, actor, params.id)),
  mount(createUser, (ctx, call) => service.createUser(ctx, call, call.body)),
  mount(contract.listOwnLogins, (ctx, { actor }) => logins.listLogins(ctx, actor)),
  mount(contract.endOwnLogin, (ctx, call) => logins.endLogin(ctx, call, call.params.loginId)),
  mount(contract.endOwnLogins, (ctx, call) => logins.endLogins(ctx, call)),
  mount(contract.listLogins, (ctx, { actor, params }) => logins.listLogins(ctx, actor, params.id)),
  mount(contract.endLogin, (ctx, call) => logins.endLogin(ctx, call, call.params.loginId, call.params.id)),
  mount(contract.endLogins, (ctx, call) => logins.endLogins(ctx, call, call.params.id)),
  mount(savePreferences, (ctx, { actor, body }) =>
    preferences.savePreferences(ctx.db, actor.companyId, actor.id, body)
  ),
  mount(updateUser, (ctx, call) => change.updateUser(ctx, call, call.params.id, call.body)),
  mount(deleteUser, async (ctx, { actor, params }) => {
    await removal.deleteUser(ctx, actor, params.id)
    return { message: 'User deleted' }
  })
]
