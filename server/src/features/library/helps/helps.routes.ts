// Calls of help videos.
import { createHelp, deleteHelp, listAllHelps, listHelps, updateHelp } from '@guiche/shared/features/library/helps.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './helps.service.ts'

export const helpRoutes: Route[] = [
  mount(listHelps, (ctx, { query }) => service.listHelps(ctx, query)),
  mount(listAllHelps, (ctx) => service.listAllHelps(ctx)),
  mount(createHelp, (ctx, { body }) => service.saveHelp(ctx, null, body)),
  mount(updateHelp, (ctx, { params, body }) => service.saveHelp(ctx, params.id, body)),
  mount(deleteHelp, async (ctx, { params }) => {
    await service.deleteHelp(ctx, params.id)
    return { message: 'Help deleted' }
  })
]
