// Calls of invitations.
import * as contract from '@guiche/shared/features/org/invitations.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import * as entry from './accept-invitation.ts'
import * as service from './invitations.service.ts'

export const invitationRoutes: Route[] = [
  mount(contract.listInvitations, (ctx, { actor }) => service.listInvitations(ctx, actor)),
  mount(contract.createInvitations, (ctx, call) => service.createInvitations(ctx, call, call.body)),
  mount(contract.revokeInvitation, (ctx, { actor, params }) => service.revokeInvitation(ctx, actor, params.id)),
  mount(contract.inviteAgain, (ctx, call) => service.inviteAgain(ctx, call, call.params.id, call.body)),
  mountPublic(contract.openInvitation, (ctx, { body }) => entry.openInvitation(ctx, body.token)),
  mountPublic(contract.acceptInvitation, (ctx, { body }) => entry.acceptInvitation(ctx, body))
]
