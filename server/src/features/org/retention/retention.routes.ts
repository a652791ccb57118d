// Calls of retention.
import { previewRetention } from '@guiche/shared/features/org/retention.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './retention.service.ts'

export const retentionRoutes: Route[] = [
  mount(previewRetention, (ctx, { actor, query }) =>
    service.previewRetention(ctx, actor, query.key, Number(query.months))
  )
]
