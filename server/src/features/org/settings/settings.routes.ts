// Calls of settings.
import { listSettings, updateSetting } from '@guiche/shared/features/org/settings.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './settings.service.ts'

export const settingRoutes: Route[] = [
  mount(listSettings, (ctx, { actor }) => service.listSettings(ctx, actor)),
  mount(updateSetting, (ctx, { params, body, ...caller }) => service.updateSetting(ctx, caller, params.key, body.value))
]
