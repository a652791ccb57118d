// Integrations: flows outside of the house that a queue can hand its customers to.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { pageQuery } from '../../kernel/page.ts'

const integrationBrief = z.object({ id: z.number(), type: z.string(), name: z.string() })
export type IntegrationBrief = z.infer<typeof integrationBrief>

/** Open to companies without the plan's feature, too: the dialog of queues looks here. */
export const listIntegrations = endpoint({
  method: 'GET',
  path: '/queueIntegration',
  access: 'user',
  query: pageQuery,
  response: z.object({ queueIntegrations: z.array(integrationBrief), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 100 a page'
})
