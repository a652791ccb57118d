// Tags, plugged in.
import type { Feature } from '#platform/feature.ts'
import { tagsRealtime } from './tags.realtime.ts'
import { tagRoutes } from './tags.routes.ts'

export const tagsFeature: Feature = { name: 'tags', routes: tagRoutes, realtime: tagsRealtime }
