// The external API, plugged in.
import { beforeContactDelete } from '#features/inbox/contacts/contacts.events.ts'
import type { Feature } from '#platform/feature.ts'
import { externalApiRoutes } from './external-api.routes.ts'
import { erasePerson } from './external-keys.ts'
import { eventStream } from './stream-events.ts'

export const externalApiFeature: Feature = {
  name: 'external-api',
  routes: externalApiRoutes,
  listeners: () => beforeContactDelete.add(erasePerson),
  line: eventStream
}
