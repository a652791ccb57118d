// AI prompts, plugged in.
import type { Feature } from '#platform/feature.ts'
import { promptRoutes } from './ai-prompts.routes.ts'

export const aiPromptsFeature: Feature = { name: 'ai-prompts', routes: promptRoutes }
