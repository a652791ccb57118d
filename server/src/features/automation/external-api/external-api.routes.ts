// Calls of other programs.
import * as api from '@guiche/shared/features/automation/external-api.ts'
import { listExternalEvents } from '@guiche/shared/features/automation/external-events.ts'
import { externalCaller } from '#features/inbox/connections/connection-tokens.ts'
import { mountExternal, type Route } from '#platform/http/mount.ts'
import { readEvents } from './stream-events.ts'
import { sendExternally, showExternally } from './send-externally.ts'

export const externalApiRoutes: Route[] = [
  mountExternal(api.sendExternally, externalCaller, async (ctx, { actor, body, request }) => ({
    mensagem: 'Mensagem enviada',
    messages: await sendExternally(ctx, actor, body, request)
  })),
  mountExternal(api.showExternally, externalCaller, (ctx, { actor, params }) => showExternally(ctx, actor, params.id)),
  mountExternal(listExternalEvents, externalCaller, (ctx, { actor, query }) => readEvents(ctx, actor, query.after))
]
