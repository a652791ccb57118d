// File lists, plugged in.
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { fileListsRealtime } from './file-lists.realtime.ts'
import { fileListRoutes } from './file-lists.routes.ts'
import { releaseUser } from './file-lists.service.ts'

export const fileListsFeature: Feature = {
  name: 'file-lists',
  routes: fileListRoutes,
  realtime: fileListsRealtime,
  listeners: () => beforeUserDelete.add(releaseUser)
}
