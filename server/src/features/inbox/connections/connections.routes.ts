// Calls of connections and of their sessions.
import {
  createConnection,
  deleteConnection,
  endSession,
  listConnections,
  renewSession,
  requestPairingCode,
  showConnection,
  startSession,
  updateConnection
} from '@guiche/shared/features/inbox/connections.ts'
import { renewToken } from '@guiche/shared/features/inbox/connection-token.ts'
import { listUptime, showUptime } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as tokens from './connection-tokens.ts'
import * as service from './connections.service.ts'
import * as session from './control-session.ts'
import * as deleting from './delete-connection.ts'
import * as uptime from './show-uptime.ts'

export const connectionRoutes: Route[] = [
  mount(listConnections, (ctx, { actor, query }) =>
    service.listConnections(ctx, actor, companyInReach(actor, query.companyId))
  ),
  mount(showConnection, (ctx, { actor, params }) => service.showConnection(ctx, actor, params.id)),
  mount(createConnection, (ctx, call) => service.createConnection(ctx, call, call.body)),
  mount(updateConnection, (ctx, call) => service.updateConnection(ctx, call, call.params.id, call.body)),
  mount(renewToken, async (ctx, call) => ({ token: await tokens.renewToken(ctx, call, call.params.id) })),
  mount(deleteConnection, async (ctx, { actor, params }) => {
    await deleting.deleteConnection(ctx, actor, params.id)
    return { message: 'Connection deleted.' }
  }),
  mount(startSession, async (ctx, { actor, params }) => {
    await session.startSession(ctx, actor, params.id)
    return { message: 'Starting session.' }
  }),
  mount(renewSession, async (ctx, { actor, params }) => {
    await session.renewSession(ctx, actor, params.id)
    return { message: 'Starting session.' }
  }),
  mount(requestPairingCode, async (ctx, { actor, params, body }) => {
    await session.requestPairingCode(ctx, actor, params.id, body.number)
    return { message: 'Asking for a pairing code.' }
  }),
  mount(endSession, async (ctx, { actor, params }) => {
    await session.endSession(ctx, actor, params.id)
    return { message: 'Session disconnected.' }
  }),
  mount(listUptime, (ctx, { actor }) => uptime.listUptime(ctx, actor)),
  mount(showUptime, (ctx, { actor, params }) => uptime.showUptime(ctx, actor, params.id))
]
