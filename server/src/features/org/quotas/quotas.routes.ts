// Calls of quotas.
import * as contract from '@guiche/shared/features/org/quotas.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { quotasOf } from './quotas.service.ts'

export const quotaRoutes: Route[] = [mount(contract.showQuotas, (ctx, { actor }) => quotasOf(ctx, actor.companyId))]
