// Calls of the own second factor; finishing a login with it is a call of `auth`.
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  showSecondFactor,
  showSecondFactorOf,
  startSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey
} from '@guiche/shared/features/org/passkeys.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as passkeys from './passkeys.ts'
import * as reset from './reset-second-factor.ts'
import * as service from './second-factor.service.ts'

export const secondFactorRoutes: Route[] = [
  mount(showSecondFactor, (ctx, { actor }) => service.showSecondFactor(ctx, actor)),
  mount(startSecondFactor, (ctx, call) => service.startSecondFactor(ctx, call)),
  mount(confirmSecondFactor, (ctx, { actor, body }) => service.confirmSecondFactor(ctx, actor, body.code)),
  mount(renewRecoveryCodes, (ctx, { actor, body }) => service.renewRecoveryCodes(ctx, actor, body.code)),
  mount(removeSecondFactor, async (ctx, { actor, body }) => {
    await service.removeSecondFactor(ctx, actor, body)
    return {}
  }),
  mount(listPasskeys, (ctx, { actor }) => passkeys.listPasskeys(ctx, actor)),
  mount(startPasskey, (ctx, call) => passkeys.startPasskey(ctx, call)),
  mount(addPasskey, (ctx, { actor, body }) => passkeys.addPasskey(ctx, actor, body)),
  mount(renamePasskey, (ctx, { actor, params, body }) => passkeys.renamePasskey(ctx, actor, params.id, body.name)),
  mount(removePasskey, async (ctx, call) => {
    await passkeys.removePasskey(ctx, call, call.params.id)
    return {}
  }),
  mount(showSecondFactorOf, (ctx, { actor, params }) => reset.showSecondFactorOf(ctx, actor, params.id)),
  mount(resetSecondFactor, (ctx, call) => reset.resetSecondFactor(ctx, call, call.params.id))
]
