// The external API, plugged in.
import type { Feature } from '#platform/feature.ts'
import { externalApiRoutes } from './external-api.routes.ts'
import { eventStream } from './stream-events.ts'

export const externalApiFeature: Feature = { name: 'external-api', routes: externalApiRoutes, line: eventStream }
