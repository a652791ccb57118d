// Calls of consents.
import { listConsents, recordConsent } from '@guiche/shared/features/inbox/consents.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './consents.service.ts'

export const consentRoutes: Route[] = [
  mount(listConsents, (ctx, { actor, params }) => service.listConsents(ctx, actor, params.id)),
  mount(recordConsent, (ctx, { actor, params, body }) => service.recordConsent(ctx, actor, params.id, body))
]
