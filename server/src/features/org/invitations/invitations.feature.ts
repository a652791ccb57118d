// Invitations, plugged in.
import type { Feature } from '#platform/feature.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import { invitationJobs } from './invitations.jobs.ts'
import { invitationsRealtime } from './invitations.realtime.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { releaseUser } from './invitations.service.ts'

export const invitationsFeature: Feature = {
  name: 'invitations',
  routes: invitationRoutes,
  realtime: invitationsRealtime,
  listeners: () => beforeUserDelete.add(releaseUser),
  jobs: invitationJobs
}
